/**
 * What texts say that may withdraw consent in other words than a keyword: data, and one pure function. Nothing of it opts a
 * phone out by itself: it asks a person.
 *
 * @see docs/decisions.md, Suspected revocations
 */
import { readConsent } from "./keywords.ts";

/** What a text may say: that it withdraws consent, or that it came to the wrong person. */
export type SuspicionKind = "revocation" | "wrong_number";

export interface Suspicion {
  kind: SuspicionKind;
  /** The kind of rule that applies. */
  rule: "keyword_folded" | "keyword_foreign" | "phrase" | "wrong_number";
}

/** Texts that are longer after folding are not looked at. */
const maxLength = 300;

/** Words that ask or thank. */
const courtesy =
  "please|pls|plz|kindly|thanks|thank you|thx|bitte|danke|por favor|pfv|pfvr|porfa|gracias|obrigad[oa]|s il vous plait|svp|stp|merci|per favore|grazie|prosze|dziekuje|aub|alstublieft|graag|dank|bedankt";

/** Words that may stand around a keyword. */
const polite = `${courtesy}|just|already|enough|immediately|asap|right now|now|ok|okay|it|this|all|man|guys|sofort|endlich|jetzt|ermee|nu`;

/** Words that ask or thank at the end of a folded text. */
const courtesyAtEnd = new RegExp(`(?<=\\w)(?: (?:${courtesy}))+$`);

/** Keywords, and words that services in other languages take as keywords: the whole text, with words that ask or thank. */
const foreign =
  "stopp|stpo|stahp(?: \\w+)?|staph|sotp|tsop|stoop|sto|stopit|unsub|unsubcribe|unsuscribe|unsubscrib|unsubsribe|unsubscribed|unsubscribe me|no more|remove|remove me|knock it off|td|kundigen|kundigung|abmelden|abbestellen|austragen|abmeldung|alto|baja|parar|pare|cancelar|no mas|dar de baja|dame de baja|borrame|borrenme|eliminame|eliminenme|quitenme|arret|arretez|arrete|arreter|cessez|ca suffit|resilier|resiliation|supprimez moi|retirez moi|desinscrire|desabonner|desinscription|desabonnement|sair|descadastrar|descadastro|sair da lista|quero sair|parem|para|chega|remova me|remover|me remova|me descadastre|cancelar inscricao|basta|annulla|cancellami|cancellatemi|cancellarmi|mi cancello|smettetela|smettila|rimuovimi|disiscrizione|disiscrivimi|disiscrivetemi|afmelden|uitschrijven|opzeggen|hou op|stoppen|ophouden|rezygnuje|wypisz|wypisuje sie|zatrzymaj|koniec|tigil|itigil|ayoko na";

const ofWhole = (words: string) => new RegExp(`^(?:(?:${polite}) )*(?:${words})(?: (?:${words}|${polite}))*$`);

const folded = ofWhole("stop|s t o p|stopall|stop all|unsubscribe|cancel|end|quit|revoke|optout|opt out");
const inOtherLanguages = ofWhole(foreign);

/** Nouns for texts, in all languages: what somebody wants no more of. */
const texts =
  "(?:texts?|txts?|texting|txting|texto|msgs?|msj|messag\\w*|mensag\\w*|mensaj\\w*|messaggi\\w*|sms\\w*|gesms|esemes\\w*|spam\\w*|nachricht\\w*|werbung|werbe\\w*|erinnerung\\w*|terminerinnerung\\w*|pubs?|publici\\w*|pubblicita|notific\\w*|powiadomie\\w*|wiadomos\\w*|bericht\\w*|reclame|reklam\\w*|ofert\\w*|comunicazioni|avisos?|anuncios?|promos?|marketing\\w*|alerts?|reminders?|recordatorios?|lembretes?|rappels?|promemoria|herinneringen|przypomnie\\w*|newsletter)";

/** Phrases in folded texts. Each is whole words. */
const phrases = [
  // English
  `(?:stop|stahp|stopp|quit|cease|end|halt)(?: \\w+){0,3} ${texts}`,
  "(?:stop|stahp|stopp|quit|cease)(?: \\w+)? (?:sending|messaging|contacting|bothering|harassing|spamming|writing|calling)",
  "(?:stop|quit) (?:it|this)(?: now)?$",
  "(?:stop )+(?:ca )?suffit|^(?:stop ){2,}",
  "(?:stop|quit) (?:blowing|annoying|hounding|pestering|bugging|with)(?: \\w+){0,2}",
  `(?:enough|done|over|fed up|sick)(?: with| of)(?: \\w+){0,2} ${texts}`,
  `(?:turn off|disable|discontinue|deactivate|suspend|block)(?: \\w+){0,2} ${texts}`,
  "(?:dont|do not|never|no longer)(?: \\w+)? (?:consent|agree to|agreed to|consented)",
  "how (?:do|can|to)(?: i| we)? (?:unsub\\w*|opt out|stop (?:this|these|getting|receiving))",
  "(?:want|like|need|wish|trying|asked|ask) to (?:be )?(?:unsub\\w*|opt(?:ed)? out|removed|taken off|stop (?:getting|receiving))",
  "(?:told|asked|begged) (?:you|u|yall)(?: \\w+){0,2} to stop",
  "(?:no longer|dont|do not|not) (?:wish|want) to (?:receive|get|be contacted|hear)",
  "(?:piss|fuck|f|buzz|bugger|eff) off|knock it off",
  "remove (?:me )?from(?: \\w+)? (?:list|database|contacts)|(?:^|interested |please |pls )remove me(?: please| now| thanks| thx)*$",
  "(?:hit|said|say|sent|texted|typed|wrote|told you(?: all)?(?: to)?) stop\\b",
  "(?:dont|do not|never|not|wont|quit)(?: \\w+){0,2} (?:text|txt|message|msg|contact|sms) (?:me|us|my|this|it|again|here)",
  "(?:dont|do not|never) (?:text|txt|message|msg|contact)(?: me| us)?(?: ever)? (?:again|anymore|any more)",
  `no more(?: \\w+){0,2} ${texts}`,
  `(?:rather|prefer|like|want|wish)(?: to)? not(?: to)? (?:get|receive|be sent|have)(?: \\w+){0,3} ${texts}`,
  `(?:dont|do not|no longer|never)(?: \\w+){0,2} (?:want|need|wish|ask|asked|signed)(?: \\w+){0,3} ${texts}`,
  `(?:wont|dont|do not|no longer) (?:be )?need(?:ing)?(?: \\w+){0,3} ${texts}`,
  `(?:want|get me|let me) out of(?: \\w+){0,2} (?:${texts}|program|club|list)`,
  "(?:take|get|remove|delete|drop|scratch|strike)(?: \\w+)? (?:me|us|my|this|our)(?: (?:number|#|phone|cell|name|info|details|contact))?(?: \\w+)? (?:off|from)(?: of)?(?: (?:your|the|this|that|all|any|ur|every))?(?: \\w+){0,2} (?:lists?|database|system|records?|marketing|texts?|club|program|messages?|mailing|files?|contacts?)",
  "(?:take|get) (?:me|us|my (?:number|phone|cell|name)|this number) off(?: (?:your|this|the) (?:text|sms|mailing|contact|marketing)\\w*)?(?: please| plz| pls| thank\\w*)*$",
  "(?:remove|delete|erase|lose|forget)(?: my| this| our) (?:number|phone|cell|contact|digits)",
  "(?:unsubscribe|unsub|unenroll|deregister)(?: \\w+)? (?:me|us|my|this)",
  "(?:opt|opting|sign|take) (?:me|us) out",
  "(?:i|id like to|want to|wish to|wanna|please) (?:opt|opting|am opting|to opt) out",
  "(?:revoke|withdraw|cancel|rescind)(?:ing)? (?:my|all|any|the|our) (?:consent|permission|subscription|authorization)",
  "leave (?:me|us) (?:alone|be)\\b",
  "(?:do not|dont) (?:call|contact|text) (?:registry|list)",
  "cease and desist",
  "(?:go away|get lost)\\b",
  // German
  `(?:kein|keine|keinen)(?: \\w+){0,3} ${texts}(?: \\w+){0,3} mehr|(?:kein|keine|keinen)(?: \\w+){0,1} ${texts}$`,
  `keine (?:weiteren|weitere)(?: \\w+)? ${texts}`,
  "nich\\w*(?: \\w+){0,2} mehr(?: \\w+){0,3} (?:\\w*schreiben|\\w*schicken|senden|zusenden|kontaktieren|erhalten|bekommen|haben|belastigen|anrufen|texten)",
  "aus (?:dem|eurem|ihrem|deinem|der|eurer|ihrer|diesem) (?:\\w*verteiler|newsletter|\\w*liste|system|kartei)",
  "(?:schreib|schick|send|kontaktier|text|sms)\\w*(?: \\w+){0,3} (?:nicht|nie|nichts|nix|keine)(?: \\w+)? (?:mehr|wieder)",
  "(?:nix|nichts|nie wieder)(?: mehr)? (?:schicken|senden|schreiben)",
  `${texts}(?: bitte)? (?:abbestellen|abmelden|deaktivieren|kundigen)|wie (?:kann|melde) ich(?: \\w+){0,3} (?:abmelden|ab|abbestellen)`,
  `(?:genug|schluss)(?: \\w+){0,3} ${texts}`,
  "verpiss\\w* dich|verpisst euch",
  "nichts mehr(?: \\w+){0,3} (?:bekommen|erhalten|horen|schicken|senden)",
  "(?:hor|hort|horen sie)(?: \\w+){0,2} auf(?: \\w+){0,2}(?: mir| uns| mit (?:dem|den|der|diesen|eurem|euren|ihren|der ganzen)(?: \\w+)?)?(?: zu)? (?:schreiben|texten|spam\\w*|sms|nachrichten|werbung|belastigen|nerven)",
  "(?:streich|streicht|streichen sie|entfern\\w*(?: sie)?|losch\\w*(?: sie)?|nehm\\w*(?: sie)?|nimm|trag\\w*(?: sie)?|meld\\w*(?: sie)?)(?: bitte)? (?:mich|uns|meine (?:handy|telefon|mobil)?nummer|meine daten|meinen kontakt|diese nummer)",
  "(?:melde mich|mochte mich|will mich)(?: \\w+){0,3} ab(?:melden)?\\b",
  "(?:widerruf\\w*|ziehe)(?: \\w+){0,2} (?:einwilligung|zustimmung|erlaubnis)",
  "lass\\w*(?: sie)? (?:mich|uns)(?: \\w+)? (?:in ruhe|zufrieden)",
  // French
  `(?:arret\\w*|cess\\w*|stopp?e[rz]?)(?: \\w+){0,2} (?:m envoyer|me contacter|m ecrire|me spammer|m embeter|me harceler|de me|avec|vos|les|ces)(?: \\w+)?(?: ${texts})?`,
  "ne (?:me |m |nous )?(?:re)?contact\\w* pas",
  `(?:assez|marre|ras le bol)(?: \\w+){0,3} ${texts}`,
  "ne (?:me |m |nous )?(?:re)?(?:contact|ecri|envo|solicit|sollicit|spamm|text)\\w*(?: \\w+)? plus",
  "(?:ne )?plus (?:me |m |nous )?(?:re)?(?:contacter|ecrire|envoyer|solliciter|recevoir|deranger)",
  `(?:veux|souhaite|desire|veu)(?: \\w+)? plus(?: \\w+){0,3} (?:${texts}|recevoir)`,
  `plus (?:de|aucun)(?: \\w+)? ${texts}`,
  "(?:desinscri|desabonn)\\w+ ?(?:moi|nous|mon)|(?:me|nous) (?:desinscri|desabonn)\\w+",
  "(?:supprim|efface|retir|enlev|ray)\\w*(?: moi| nous| mon numero| mes coordonnees)(?: de| du| dans)?(?: (?:vos?|la|votre|cette|votre) (?:list\\w*|fichier\\w*|base\\w*|contacts?|repertoire))?$",
  "(?:supprim|efface|retir|enlev)\\w* mon (?:numero|telephone|portable)",
  "(?:me|nous) (?:supprim|efface|retir|enlev|ray)er (?:de|du|des)(?: \\w+){0,2} (?:list\\w*|fichier\\w*|base\\w*|contacts?|repertoire)",
  "(?:retire|revoque|annule)(?: \\w+)? (?:consentement|accord|inscription|abonnement)",
  "(?:fich|foute|laiss|lach)\\w*(?: moi| nous) (?:la paix|tranquille|avec)",
  // Spanish
  "(?:no|nunca|jamas)(?: \\w+){0,3} (?:mand\\w*|envi\\w*|escrib\\w*|contact\\w*|llam\\w*|molest\\w*|recib\\w*)(?: \\w+){0,3} mas\\b",
  "no (?:me |nos )?(?:contact|molest)\\w*(?: mas)?$|no (?:me )?(?:mand|envi)\\w* nada",
  "(?:dej|par)\\w* ya de (?:molestar|mandar|enviar|escribir)\\w*",
  `hart[oa] de(?: \\w+){0,2} ${texts}`,
  "no (?:vuelvan|vuelva|vuelvas|me vuelvan)(?: \\w+)? (?:escribir\\w*|contactar\\w*|mandar\\w*|enviar\\w*|molestar\\w*)",
  `(?:no|ya no)(?: \\w+){0,2} (?:quiero|deseo|necesito)(?: \\w+){0,4} (?:${texts}|recibir)`,
  `no (?:me )?(?:mand\\w*|envi\\w*)(?: \\w+){0,2} ${texts}`,
  `(?:basta|no mas|alto|suficiente)(?: \\w+){0,2} ${texts}`,
  "(?:dejen|deje|deja|dejad|paren|para|pare) de (?:mandar|enviar|escribir|contactar|molestar|llamar)\\w*",
  "(?:quiten|quite|quita|elimin|borr|saqu|saca|remuev|retir)\\w*(?: \\w+){0,2} (?:me|mi|nos|este)(?: (?:numero|telefono|celular|movil|contacto))?(?: de (?:su|sus|la|esta|vuestra|todas))?(?: \\w+)? (?:lista|base|telefono|numero|registros?|agenda|sistema)$|(?:quit|elimin|borr|saqu)\\w*(?:me|nos|nme) de (?:su|sus|la|esta|vuestra|tu)(?: \\w+)? (?:lista|base|sistema|registros?)(?: \\w+ datos)?$",
  "(?:elimin|borr|quit)\\w* (?:mi|este) (?:numero|telefono|celular|movil)",
  "(?:darme|denme|dame|deme|dadme|darnos) (?:de )?(?:de )?baja",
  `cancel\\w*(?: \\w+)? (?:suscripcion|${texts})`,
  "(?:revoco|retiro|cancelo)(?: \\w+)? (?:consentimiento|autorizacion|permiso)",
  "(?:dejen|deje|deja|dejad|dejar)(?:me|nos| me| nos)(?: \\w+)? (?:en paz|tranquil\\w+)",
  // Italian
  `(?:basta|fermat\\w*|smett\\w*|stop)(?: \\w+){0,3} ${texts}|${texts} basta$`,
  "smett\\w+(?:la)? di (?:mandar|scriver|inviar|contattar|disturbar|chiamar|spammar)\\w*",
  "(?:non|nn|mai)(?: \\w+){0,2} (?:mandat|inviat|scriv|contatt|disturb|chiam|voglio ricev|desidero ricev)\\w*(?: \\w+){0,2} (?:piu|niente|nulla)",
  "(?:vorrei|voglio|desidero|come (?:posso|faccio a)) (?:disiscriver|cancellar|disattivar)mi",
  `non (?:voglio|desidero)(?: \\w+){0,3} (?:ricevere|${texts})`,
  "(?:cancella|toglie|togli|rimuov|elimina|leva)\\w*(?:mi|temi|teci|ci)?(?: \\w+)?(?: dall\\w*| dai| da| il mio| questo)(?: \\w+)? (?:lista|rubrica|numero|database|invii|elenco|contatti|mailing)$",
  "(?:essere|voglio essere) (?:cancellat|rimoss|tolt|eliminat)\\w+ da\\w*",
  `(?:disattiv|disiscriv|annull|cancell)\\w*(?: \\w+)? (?:${texts}|iscrizione|abbonamento)`,
  "(?:revoc|ritir)\\w*(?: \\w+)? consenso",
  "(?:rimozione|cancellazione|eliminazione|disiscrizione) (?:del mio|del nostro|dei miei|dall\\w*|dai|dal)",
  "lascia\\w*(?:mi|temi|teci|ci) (?:in pace|stare)",
  // Portuguese
  "(?:quero|queria|gostaria de) (?:sair|cancelar)(?: \\w+){0,2} (?:lista|inscricao|cadastro|mensagens)",
  "par(?:em|e|a|ar) de (?:me |nos |encher|enviar|mandar|escrever|chamar|perturbar|incomodar)",
  "(?:deix|parem)\\w* de (?:me )?(?:envi|mand|escrev|contat|perturb|incomod)\\w*",
  `(?:chega|basta|cansei|pare|parem)(?: (?:de|com))?(?: \\w+)? ${texts}`,
  "(?:nao|n)(?: \\w+){0,2} (?:mand|envi|cham|contat|escrev|lig|perturb|incomod)\\w*(?: \\w+){0,2} mais\\b|(?:nao|n) (?:me )?(?:mand|envi)\\w* mais",
  `(?:nao|n) (?:quero|desejo|preciso)(?: \\w+){0,3} (?:receber|${texts})`,
  `(?:nao|n) autoriz\\w*(?: \\w+){0,3} ${texts}|(?:nao|n) autoriz\\w*(?: \\w+){0,3} contato`,
  "(?:pedi|ja pedi|mandei)(?: \\w+){0,2} parar",
  "(?:remov|apag|exclu|delet|retir|tir)\\w*(?: o| a)? (?:meu|este|esse) (?:numero|telefone|celular|contato|nome)",
  "(?:me (?:tir|remov|exclu|descadastr|desinscrev)\\w*|(?:tir|remov|exclu)\\w*(?: me)) (?:da|de|dessa|desta|do|desse|das)(?: \\w+)? (?:lista|base|cadastro|grupo|sistema)(?: \\w+){0,1}$",
  "(?:cancel\\w*|encerr\\w*)(?: \\w+)? (?:inscricao|assinatura|cadastro)|me descadastr\\w*",
  `deixar de receber|cancelamento(?: \\w+){0,3} (?:${texts}|inscricao|cadastro|assinatura)`,
  "(?:revog|retir|cancel)\\w*(?: \\w+)? (?:consentimento|autorizacao)",
  "(?:deix|larg)\\w*(?: \\w+)?(?: me| eu)? em paz|me deix\\w* em paz",
  // Dutch
  `geen (?:\\w+ )?${texts}(?: \\w+){0,4} (?:meer|ontvangen|sturen)|geen (?:\\w+ )?${texts} meer|geen ${texts}$`,
  "(?:niet|niets|nooit|dit niet|niks)(?: \\w+){0,2} (?:meer)?(?: \\w+)? ?(?:smsen|sturen|appen|ontvangen|contacteren|krijgen|benaderen|berichten)",
  "(?:wil|wens|graag|kan ik)(?: \\w+){0,2} (?:me|mij) (?:afmelden|uitschrijven)",
  "(?:stuur|schrijf|sms|app)(?: \\w+){0,3} (?:niet|niks|niets|geen|nooit)(?: \\w+){0,2} meer",
  `niet meer (?:\\w+ )?${texts}`,
  "niet meer(?: \\w+){0,3} (?:smsen|sturen|appen|berichten|contacteren|benaderen|krijgen|ontvangen|lastigvallen)",
  `(?:stop|kap|kappen|hou|houd)(?: \\w+){0,3} (?:met|op met|eens met)(?: \\w+){0,2} (?:${texts}|sturen|smsen|appen)`,
  "(?:verwijder|haal|schrap|gooi|wis)\\w* (?:mij|me|ons|mijn (?:nummer|nr|gegevens|telefoonnummer)|dit nummer)(?: (?:van|uit) (?:de|die|dat|dit|het|jullie|uw|deze|je)(?: \\w+)? (?:lijst|bestand|database|systeem|mailinglijst))?(?: \\w+)?$",
  "(?:schrijf|meld) (?:me|mij|ons)(?: \\w+){0,2} (?:uit|af)\\b",
  "(?:trek|intrek)\\w*(?: \\w+){0,3} (?:toestemming|akkoord)",
  "laat (?:me|mij|ons)(?: \\w+)? met rust|rot op",
  // Polish
  `(?:skoncz|przesta)\\w*(?: \\w+){0,3} (?:${texts}|pisa\\w*|wysyla\\w*|spamowa\\w*|nek\\w*|dzwoni\\w*)`,
  `nie (?:chce|potrzebuje|zycze sobie)(?: \\w+){0,4} (?:${texts}|dostawac|otrzymywac)`,
  "(?:prosze|chce|chcialbym|chcialabym)(?: \\w+){0,2} (?:wypis\\w*|usun\\w*)(?: mnie| sie| z| moj|$)",
  `(?:dosyc|dosc|koniec)(?: \\w+){0,2} ${texts}|(?:zaprzesta|wstrzyma)\\w* (?:wysyl\\w*|${texts})`,
  "(?:prosze )?nie (?:wysyl|pis|kontakt|dzwon|przysyl)\\w*(?: \\w+){0,2} (?:wiecej|juz|do mnie)|nie (?:wysyl|pis|przysyl)\\w* (?:mi|wiecej)",
  "(?:usun|wykresl|skasuj|wyrejestruj)\\w*(?: \\w+)? (?:moj numer|mnie|moje dane|ten numer|numer)",
  "(?:wypisz|wypiszcie|wypisac)(?: \\w+)? (?:mnie|nas|sie)|wypisuje sie",
  `(?:rezygnuje|rezygnacja)(?: z| ze)?(?: \\w+)? ${texts}|anuluj\\w*(?: \\w+)? (?:subskrypcj\\w+|${texts})`,
  "(?:wycofuj|cofam|odwoluj)\\w*(?: \\w+)? (?:zgod\\w+)",
  "dajcie mi(?: \\w+){0,3} spokoj|daj\\w* (?:mi |nam )?(?:swiety )?spokoj|odczep\\w* sie|odwal\\w* sie",
];

/** Stands for a word within a sentence that begins with a capital letter, and may be a name. */
const name = "xname(?: xname)*";

/** Titles before a name. */
const title =
  "(?:(?:the|el|la|o|a|il|lo|de|der|die|pan|pani|mr|mrs|ms|miss|herr|herrn|frau|m|mme|monsieur|madame|mlle|sr|sra|senor|senora|senhor|senhora|don|dona|sig|signor|signora|dott|mevrouw|meneer|mw|dhr) )*";

/** Phrases of people whom a text was not meant for, in folded texts whose names are `xname`. */
const wrongNumbers = [
  "(?:wrong|rong|incorrect) (?:number(?! of)|numer|nmber|nmbr|numbr|nr|num|no|#|person|guy|girl|lady|dude|contact)|^wrong xname$",
  "(?:youre|you are|u r|ur|you r) (?:texting|messaging|contacting) the wrong",
  "(?:meant|intended|supposed|trying)(?: \\w+){0,4} (?:for|to) (?:someone|somebody|sb|another person|a different person)",
  "(?:got|have|has|reached|texted)(?: \\w+)? the wrong (?:#|number|person|guy|girl|one$|phone|xname)|got the wrong$",
  `(?:this|it|thats|that)(?: isnt| is not| aint| s not|s not| not) ${title}${name}(?: xname)*(?: s| is)?(?: number| phone| cell)?(?: anymore| any more)?$|^not ${name}$`,
  `(?:im|i am|i m) not ${title}${name}|not the person|not my number|isnt my number`,
  `(?:no|nobody|noone|no one|there is no|theres no|there s no|there isnt (?:a|any))(?: \\w+){0,4} (?:by that name|at this number|with that name|at this phone|on this number|here by that)`,
  `(?:no one|nobody|noone)(?: \\w+)? (?:named|called) \\w+|(?:theres|there is|there s) no ${title}${name}(?: xname)*(?: here)?$`,
  `no longer (?:\\w+ )?${name}(?: s)? (?:number|phone)|no longer (?:his|her|their) (?:number|phone)`,
  "(?:doesnt|does not|no longer)(?: \\w+){0,2} (?:have|has|own|owns|use|uses)(?: \\w+)? this (?:number|phone|cell)",
  "(?:this|it) is (?:my|a new) (?:number|phone) now|(?:its|it is|it s) mine now|new owner of this number|just got this (?:number|phone)",
  `dont know (?:any|anyone|anybody|who|a)(?: \\w+)? (?:${name}|that is|this is|named)`,
  // German
  "falsch\\w* (?:nummer|xname|person|handy\\w*|adressat)|(?:nummer|xname)(?: \\w+)? falsch$|falsch verbunden|verwahlt|(?:in|mit) der (?:nummer|xname) (?:geirrt|vertan)|(?:haben sich|hast dich|habt euch) (?:vertan|verwahlt|geirrt)",
  `(?:nummer|xname)(?: \\w+)? gehort (?:nicht|jetzt)|(?:hier|da|es) (?:is|ist|gibt es|gibt s|gibts|wohnt|gibt)(?: \\w+)? kein\\w* ${title}${name}$`,
  `bin (?:nicht|kein|keine) ${title}${name}$|hei(?:ss|s)e nicht ${name}|nicht (?:mehr )?die (?:\\w*nummer|xname) von`,
  // French
  "(?:mauvais|faux) (?:numero|destinataire)|erreur de (?:numero|destinataire|personne)|tromp\\w*(?: \\w+)? de (?:numero|personne)",
  `suis pas ${title}${name}|pas ${title}${name} (?:ici|a ce numero)|(?:y a|ya) (?:pas de|aucun\\w*|personne)(?: \\w+)? ${title}${name}|connais (?:pas|aucun\\w*)(?: de)? ${title}${name}$|(?:m )?appelle pas ${name}|pas le numero de|plus le numero de`,
  // Spanish
  "numero (?:equivocado|erroneo|incorrecto)|(?:equivoc|confund)\\w+(?: \\w+)? (?:de )?(?:numero|persona|telefono)",
  `no soy ${title}${name}$|(?:numero|tel|telefono|cel|celular|movil) ya no es de|no es (?:el |mi )?(?:\\w+ )?(?:telefono|numero|celular)(?: de)?|aqui no (?:hay|vive)(?: \\w+)? ${name}|no hay (?:ningun|ninguna) ${title}${name}|no conozco a (?:ningun|ninguna|nadie|ese|esa|esta)`,
  // Italian
  "sbagliat\\w*(?: \\w+)? (?:numero|persona|destinatario)(?! d)|numero (?:sbagliato|errato)$",
  `(?:non|nn) sono (?:io )?${title}${name}|(?:non|nn) c e nessun\\w* ${title}${name}|non conosco (?:nessun\\w*|questa persona)|non e (?:piu )?il numero di|(?:numero|cell|cellulare|telefono) non e piu (?:del|della|di|suo|mio)`,
  // Portuguese
  "(?:numero|nr|telefone) errado|(?:err|engan)\\w+(?: se)?(?: \\w+)? (?:o |no |de |do )?(?:numero|pessoa|telefone)|^(?:foi|e) engano",
  `(?:nao|n) (?:sou|e) (?:o|a|mais o|mais a) ${title}${name}|(?:nao|n) sou ${name}|(?:nao|n) conheco (?:nenhum\\w*|ninguem|essa pessoa|esse)|(?:nao|n) (?:tem|ha|mora) (?:nenhum\\w* |aqui )?${name}|(?:esse|este) numero (?:e meu|nao e)`,
  // Dutch
  "(?:verkeerd|fout|onjuist)\\w* (?:nummer|nr|num|persoon)(?! gekregen)|dit is niet (?:het|mijn) (?:nummer|telefoon)(?: van)?",
  `ben (?:geen|niet) ${title}${name}|ben ${name} niet|(?:woont|is|zit) (?:hier )?geen ${title}${name}|ken (?:geen|niemand)(?: \\w+)? ?(?:${name}|die zo heet)`,
  // Polish
  "(?:zly|bledny|niewlasciwy|pomylony) (?:numer|nr|adresat|odbiorca)|(?:pomyl\\w+|pomylka)(?: \\w+)? (?:numer\\w*|osob\\w*)|^(?:to )?pomylka$",
  `nie jestem ${title}${name}$|nie znam(?: \\w+)? (?:nikogo|zadn\\w+|takiej|takiego|tej osoby)|nie ma tu(?:taj)? (?:zadn\\w+|nikogo)|to nie (?:jest )?(?:juz )?numer`,
];

/** Texts that mean the opposite, quote an instruction, or are about something else. */
const exclusions = [
  "(?:reply|text|send|type|says?|if i (?:text|say|send)) stop (?:to|does|will|do|and)",
  "(?:dont|do not|never|cant|wont|didnt mean to|dont want to|not going to) (?:ever )?(?:stop|unsub\\w*|opt out|remove|quit|end)",
  "(?:didnt|did not) (?:mean|want|ask) to (?:opt out|unsub\\w*|stop)",
  "de donde|(?:how|where) did (?:you|u|ya) get|woher ha\\w+|comment avez|onde conseg\\w+|come avete avuto|hoe kom\\w+|skad mac\\w+",
  "non stop|full stop|bus stop|stop by|stop at",
  "(?:waiting|wait|guest) list|wachtlijst|warteliste|lista d(?:e|i|el) (?:espera|attesa|martes|martedi|lunes|lunedi|jueves|giovedi|viernes|venerdi|miercoles|mercoledi|sabado|sabato|domingo|domenica)|liste d attente|fila de|liste(?:n)? (?:am|fur|vom) ",
  "(?:nicht|bloss nicht|nie|niemals) (?:abmelden|abbestellen|auf(?:horen)?|stoppen|loschen)|will mich nicht",
  "n arretez|ne (?:vous )?arretez|ne me (?:desabonnez|desinscrivez) pas",
  "no (?:paren|pares|dejen de|me den de baja|quiero (?:darme|cancelar|cancelarme))",
  "non (?:smett\\w+|fermat\\w+|voglio (?:cancellarmi|disiscrivermi|disdire))",
  "(?:nao|n) (?:parem|pare|deixem de|quero (?:cancelar|sair|descadastrar))",
  "niet (?:stoppen|ophouden)|me niet (?:afmelden|uitschrijven)",
  "nie (?:przestawa\\w+|przesta\\w+|chce (?:rezygnowac|sie wypis\\w+|wypis\\w+))",
  "(?:still|but) (?:i )?want (?:to keep|the|my)",
];

/** The number of patterns in one expression. With many more, each position of a text costs several times as much. */
const groupSize = 8;

/** Returns a function that tells whether a folded text has one of these patterns as whole words. */
function createSearch(patterns: readonly string[]): (words: string) => boolean {
  const bounded = patterns.map((each) => each.replaceAll("^", "(?<=^ )").replaceAll("$", "(?= $)"));
  const groups = Array.from({ length: Math.ceil(bounded.length / groupSize) }, (_, at) =>
    bounded.slice(at * groupSize, (at + 1) * groupSize),
  );
  // The space before a word lets an expression skip the rest of each word.
  const expressions = groups.map((group) => new RegExp(` (?:${group.join("|")})(?= )`));
  return (words) => expressions.some((each) => each.test(` ${words} `));
}

const hasPhrase = createSearch(phrases);
const isForAnother = createSearch(wrongNumbers);
const isExcluded = createSearch(exclusions);

/** Folds a text whose words with a capital letter within a sentence are replaced by `xname`. */
const foldWithoutNames = (text: string): string =>
  fold(text.normalize("NFKC").replace(/(?<=[\p{L}\p{N},;:"'’]\s+|\b[Mm]rs?\.\s|\b[Ss]ig\.\s)\p{Lu}\p{Ll}+/gu, "xname"));

/** Folds a text: lower case without accents and apostrophes, and single spaces for all but letters, digits and `#`. */
function fold(text: string): string {
  const lower = (isPlain(text) ? text : text.normalize("NFKC")).toLowerCase();
  const joined = lower.replace(
    /(?<=\b(?:don|won|can|isn|ain|didn|doesn|i|you|it|that|there|wasn|couldn))['’ʼ`](?=[a-z])/g,
    "",
  );
  if (isPlain(joined)) return joined.replace(/[^a-z\d#]+/g, " ").trim();
  return joined
    .replace(/ł/g, "l")
    .replace(/ß/g, "ss")
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/[^\p{L}\p{N}#]+/gu, " ")
    .trim();
}

/** Whether a text has only ASCII, as most texts do. */
const isPlain = (text: string) => !/[^\0-\x7f]/.test(text);

/**
 * Suspects that a text withdraws consent, or came to the wrong person, in other words than a keyword. Undefined for any other
 * text, and for keywords, which take effect themselves.
 */
export function suspect(text: string): Suspicion | undefined {
  if (readConsent(text) !== undefined) return undefined;
  const words = fold(text);
  if (words === "" || words.length > maxLength) return undefined;
  if (folded.test(words)) return { kind: "revocation", rule: "keyword_folded" };
  if (inOtherLanguages.test(words)) return { kind: "revocation", rule: "keyword_foreign" };
  const isWrongNumber = () => isForAnother(words) || isForAnother(foldWithoutNames(text));
  const kind = hasPhrase(words.replace(courtesyAtEnd, "")) ? "revocation" : isWrongNumber() ? "wrong_number" : undefined;
  if (kind === undefined || isExcluded(words)) return undefined;
  return { kind, rule: kind === "revocation" ? "phrase" : "wrong_number" };
}
