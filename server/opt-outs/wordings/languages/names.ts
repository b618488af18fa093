import type { Lexicon } from "../concepts.ts";

/** Names that many people have, because a text often has them in lower case. */
export const names: Lexicon = {
  name: `
    adam adrian adriana afonso agata agnieszka ahmed alain albert alberto alejandra alejandro aleksandra alessandra
    alessandro alessia alex alfonso ali alicia alicja aline alvaro amanda amelie amy ana andre andrea andreas andreia
    andrew andrzej aneta angel angela ania anita anna anne anouk antoine antonella antonia antonio arianna arjan arnaud
    artur arturo ashley asia augusto aurelie ayse barbara bart bartek bartosz bas basia beata beatriz becky ben bernard
    bernd bert beth betty bianca bjorn blanca bob bogdan bozena brad bram brandon brenda brian brigitte bruce bruna
    bruno bryan caio caleb camila camille carla carlos carmen carol caroline catherine cecile cecilia celia celine cesar
    chad chantal charles cheryl chiara chloe chris christa christelle christian christine christoph christophe cindy
    claire claudia claudio coen consuelo corrie craig cristiano cristina crystal cynthia daan damien dan daniel daniela
    dariusz darren dave david davide dawn deb debbie debora deborah delphine denis denise dennis derek diana diane
    didier diego dieter diogo dirk dolores domenico dominique donald donna doris dorota doug duarte dylan ed edson
    eduardo edward ela elaine elena eliane elisa elke ellen elodie els elvira elzbieta emerson emilie emily emma enrico
    enrique enzo eric erica erik erika erin ernesto ernst esteban esther ethan etienne eugenia eva evan ewa fabian
    fabiana fabien fabio fabrice fatima federica federico felipe felix femke fernanda fernando filip filipa filipe
    filippo flavia flavio florence florian franca frances francesco francisca franco francois francoise frank frans
    franz fred frederic friedrich fritz gabi gabriela gabriele gary geert george gerard gerardo gerd gerrit giacomo
    gianluca gianni gilberto gilles gina giorgia giorgio giovanna giovanni gisela giulia giuseppe glen gloria goncalo
    gonzalo gosia grace graciela grazyna greg grzegorz guadalupe guilherme guillaume guillermo gunter gustavo gwen
    halina hannah hanneke hans harry heather hector heike heinz heitor helen helena helene helga helmut henk henrique
    henry henryk herve holger holly horst howard hugo ignacio igor ilaria ilse inacio ines ingrid irene isabel isabela
    isabelle ivan ivy iwona jaap jacek jack jacob jacqueline jacques jadwiga jaime jake jakub james jan jane janet
    janneke janusz jared jarek jaroslaw jasmine jason jasper javier jean jeanne jeff jeffrey jen jenna jennifer jenny
    jens jeremy jeroen jerome jerry jerzy jessica jesus jill jim joachim joan joana joanna joao joaquin joe joel joelle
    johan john joke jola jon jonas jonathan joost jordan jorg jorge joris jose josefa josefina joseph josh joshua joyce
    juan judy julia juliana julie julien julio jurgen justin justyna kamil karen karim karin karl karol karolina kasia
    katarzyna kate katharina kathrin katie kees keith kelly ken kenneth kevin kim kimberly klaas klaus koen kristen
    krystyna krzysztof kuba kurt kyle larissa larry lars laura lauren laurence laurent lea leah leandro lena leo leon
    leslie leticia lidia lieke linda lisa lorena lorenzo lori lotte louis louise lourdes luana luc luca lucas lucia
    luciana luciano lucie lucy luigi luis luisa luiz lukas lukasz luke luz maaike maarten maciej maddalena madison magda
    malgorzata manfred manon manuel manuela marc marcel marcello marcelo marcia marcin marco marcos marek margarita
    maria mariana marie marieke marijke marine mario marion mariusz marjan mark markus marleen marta martin martina
    martine massimo mateo mateus mateusz mathieu mathilde matt matteo matthias mattia mauricio maurizio max maxime megan
    mehmet melanie melissa mercedes michael michal michela michele michelle miguel mike mikolaj milena miriam mirjam
    miroslaw mitchell mohamed molly monica monika monique moritz murat murilo nadia nadine nancy natalia nate nathalie
    nathan nick nicola nicolas nicole niels niklas nina noemie noor nora norbert nuno nuria octavio odile ola olga
    oliver olivia olivier oscar otavio otto pablo paloma pam pamela paola paolo pascal pat patricia patrick patryk paul
    paula paulo pawel pedro peggy peter petra phil philippe phillip pierre piet pieter pietro pilar piotr piotra
    priscila przemek quentin rachel radek rafael rafaela rainer ralf ramiro ramon raphael raquel raul rebecca reinhard
    renan renata renate renato rens ricardo riccardo richard rick rita rob robert roberta roberto rocio rodrigo roel
    rogelio rogerio rolf romain ron ronald rosa rosanna rose roy ruben rudolf rui russell ruth ruud ryan ryszard sabine
    sally salvador salvatore sam samantha sander sandra sandrine sandro sanne santiago sara sarah scott sean sebastian
    sebastien serena serge sergio severine shannon sharon shawn sheila sherry silke silvia silvio simon simone sjoerd
    slawek sofia sonia sonja sophie stacy stan stanislaw stefan stefania stefanie stefano stephane stephanie stephen
    steve steven stijn sue susan susana susanne susie suzanne sven sylvain sylvie sylwia szymon tadeusz tania tanja tara
    tatiana ted teresa terry teun theresa thiago thibault thierry thijs thomas tiago tiffany tim tina tineke tjeerd
    tobias todd tom tomasz tomek tommaso tony tracy travis trevor tyler ulrich umberto ursula urszula ute uwe valentin
    valentina valeria valerie valerio vanessa vera veronica veronique vicente vicky victor vincent vincenzo vinicius
    virginia virginie vitor vittorio wagner walter wendy werner wesley wiesiek willem william wim witold wojciech wojtek
    wolfgang wouter xavier ximena yann yolanda yusuf yves yvette yvonne zach zbigniew zofia zosia zuzanna`,
};
