import type { Lexicon } from "../concepts.ts";

export const german: Lexicon = {
  cease: `
    stopp stopt stoppen stoppt aufhor* unterlass* unterlasst einstell* beend* schluss sperr* deaktivier* abschalt*
    ausschalt* abstell* abbrech* stellt stellen hor hort horen hoer* kundig* verzicht* kuendig* verbiete untersage verbitte
    verweigere`,
  enough: "genug nerv* nervt satt reicht langt leid schnauze kotzt bock nerven unsinn quatsch mist terror* belastigung",
  not: "nicht nich net ned nichts nix",
  never: "nie niemals nimmer",
  no: "kein keine keinen keinerlei keiner keins ohne weder kei",
  more: "mehr wieder weiter* zukunftig kunftig zukunft nochmal erneut zusatzlich* nochmals ferner",
  texts: `
    nachricht* sms* werbung werbe* reklame* mitteilung* erinnerung* terminerinnerung* textnachricht* benachrichtigung*
    angebot* mails mail messages msgs info* newsletter* kram mull scheiss* zeug abo abonnement* rundmail* rundschreib*
    kontakt kontaktaufnahme* belastigung* versand zusendung* sendung sendungen rundsms`,
  send: `
    schreib schreibt schreiben anschreib* anzuschreib* schreibe schreibst geschrieben schick schickt schicken schicke
    zuschick* zusend* zuzusend* zuschicken zugeschickt send sendet senden sende sendt gesendet kontaktier* kontaktieren
    texten text textet simsen belastig* melden anzutexten zutext* zumull* zumuell* verschick* bombardier* spammen spammt
    kommen zukommen geschickt versend* stor* antext* angeschrieben kontaktiert bombardiert belastigt`,
  call: "anruf* anzuruf* ruft rufen angerufen",
  receive: "erhalten bekommen kriegen empfangen kriegn haben horen lesen sehen",
  received: "bekomme erhalte kriege bekam erhielt angekommen kam",
  want: "will mochte moechte wunsche wuensche wollen wollte mocht mag bitte wunschen verbitte lege bitt",
  me: "mich mir uns",
  my: "mein meine meinen meiner meinem unsere diese",
  list: `
    liste* verteiler* mailverteil* datenbank* system kartei* daten kontakte kontaktdaten adressbuch verzeichnis*
    datensatz* datei* empfangerliste*`,
  number: "nummer* handynummer* telefonnummer* handynr nr telefonnr mobilnummer* handy rufnummer* tel anschluss",
  remove: `
    losch* loesch* entfern* streich* austrag* ausgetragen raustrag* rausnehm* rausnehmen rausschmei* rausloschen
    entferne tilg* gestrichen geloscht rausstreich* vergesst vergiss`,
  take: "nehm* nimm nehmt trag tragt tragen schmeiss* werft wirf genommen melde meldet bestell bestelle melden streichen",
  off: "raus aus ab runter heraus weg",
  unsubscribe: `
    abmeld* abgemeldet abbestell* abzumelden abzubestell* abgemeld* deabonnier* austragen abonnieren widersprech*
    widerspreche widerspruch* abbestellung*`,
  withdraw: "widerruf* zuruckzieh* ziehe zieh zuruck entzieh* widerrufe zuruckgezogen",
  consent: `
    einwilligung* zustimmung* zugestimmt einverstand* erlaubnis* genehmigung* erlaubt eingewilligt einverst* zustimm*`,
  asked: "angemeldet bestellt gebeten gewollt abonniert angefordert registriert verlangt gefragt gegeben",
  leave: "lass lasst lassen lasse lassn verschon* haltet gebt gib",
  alone: "ruhe frieden",
  insult: "verpiss* verzieh* verschwind* verschon* fickt haut",
  threat: `
    anwalt* anzeig* anzeige verklag* klage polizei rechtsanwalt* beschwer* melde belastigung* abmahn* anzeigen
    rechtlich* unterlassung* blockier*`,
  report: "dsgvo bundesnetzagentur verbraucherzentral* datenschutz* robinsonliste",
  continue: "weiter weitermacht nochmal",
  matter: `
    termin* bestellung* reservierung* kurs* rezept* medikament* tablette* tisch pizza paket* zimmer* flug* training*
    stunde* unterricht* grosse farbe schuh* artikel* code kunde* kundin* lieferung* warteliste* karte* problem* ticket*
    schule krank arbeit rabatt* adresse* rechnung* hausnummer* vertrag* sitzung*`,
  when: `
    montag dienstag mittwoch donnerstag freitag samstag sonntag heute morgen vor bevor bis erst gestern noch spater
    vormittag*`,
  courtesy: `
    bitte danke mal jetzt endlich sofort das es damit doch nun vielen dank hiermit bidde einfach alle alles der die den
    ganze`,
  article: "der die das den dem ein eine einen hier diese",
  of: "von vom fur an zu dass",
  wrong: "falsch* geirrt vertan verkehrt* irrtum* irrtumlich* versehen* verwechs*",
  person: "person* jemand* anderen andere anderer empfanger* adressat* verbunden leute",
  be: "bin ist is sind",
  title: "herr herrn frau fr hr dr familie fam",
  here: "hier da",
  know: "kenn kenne kennen kennt",
  belong: "gehort gehoert besitzer* inhaber* bekommen",
  mine: "mir seit jetzt meine",
  meant: "gemeint bestimmt gedacht gerichtet meinen meinten meinst",
  interest: "interesse interessiert",
  can: "kann kannst konnen konnte",
  called: "heisse heise heiss heisst name namen",
  nobody: "niemand niemanden keiner",
  use: "hat benutzt nutzt",
  misdialled: "verwahl* verwaehl*",
  didNot: "hab habe",
  right: "richtige richtiger",
  said: "gesagt geschrieben geschickt gesendet",
  please: "bitte endlich",
  filler: `
    und oder aber wenn wann was wo wer wie warum sie ihr ihre ihren ihnen du dein euer eure euren euch wir er zu im in
    mit auf bei nach um am so auch nur dann habe haben hat war wird werden sein kann konnen noch schon gut ja nein hallo
    guten tag dass als sich aus`,
  if: "wenn falls",
  signed: "angemeldet abonniert registriert eingetragen",
  newly: "erst kurzlich gerade neu neue",
  his: "seine ihre seins",
  asks: "wann",
  up: "auf",
  need: "brauche brauchen brauchst benotige benoetige mussen musst",
  live: "wohnt wohne",
  suffices: "genug reicht langt",
};
