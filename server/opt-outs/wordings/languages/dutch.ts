import type { Lexicon } from "../concepts.ts";

export const dutch: Lexicon = {
  cease: `
    stop stopt stoppen stoppe ophoud* kap kappen kapt hou houd houdt houden beeindig* staak staken opzeg* opzegg* zeg
    deactiveer* uitzet* annuleer* blokkeer* schei ophouwe stopzet* verbied weiger`,
  enough: `
    genoeg zat moe beu klaar spuug* irritant ziek kotsmisselijk gek bombarder* onzin gezeur gezeik lastigvallen zeuren
    gespam`,
  not: "niet nie niets niks nix",
  never: "nooit",
  no: "geen zonder gn",
  more: "meer weer nogmaals opnieuw verder verdere voortaan toekomst langer",
  texts: `
    bericht* sms* smsje* smsjes reclame* spam* nieuwsbrief* meldingen melding notificatie* herinnering* aanbieding* mail
    mails mailtjes promo* appjes apps tekstbericht* abonnement* inschrijving* troep rommel marketing* advertentie* zooi
    verzending toezending`,
  send: `
    stuur* sturen stuurt toesturen zend* zenden toezend* versturen verstuur schrijf schrijft schrijven contacteer*
    contacteren benader* benaderen benaderd sms smsen smst app appen appt berichten mailen lastig lastigval* lastigvall*
    spammen val vallen valt contact gecontacteerd stuur gestuurd toegestuurd storen stalken gesms gemaild opnemen geappt
    gespam*`,
  call: "bel bellen belt gebeld opbellen",
  receive: "ontvang* krijgen hebben horen lezen zien",
  received: "kreeg ontving krijg gekregen gehad gezien",
  want: "wil wens wensen wou zou wilt willen graag verzoek gelieve behoefte prijs verlang zin verwacht",
  me: "me mij ons",
  my: "mijn mn onze dit",
  list: `
    lijst* bestand* database* systeem* gegevens mailinglijst* mailinglist* data adresboek klantenbestand* verzendlijst*
    contacten`,
  number: "nummer* nr telefoonnummer* mobiel telefoon* gsm num tel",
  remove: "verwijder* schrap* wis wist wissen delete* uitgeschreven gewist verwijdering vergeet",
  take: "haal halen haalt gooi gooit neem neemt meld schrijf zet",
  off: "uit af eraf eruit weg uitgehaald van",
  unsubscribe: "uitschrijv* afmeld* afgemeld uitgeschreven uitschrijf* uitschrijving afmelding opzeggen opzegging",
  withdraw: "trek intrek* ingetrokken intrekking herroep* bezwaar",
  consent: "toestemming* akkoord* toegestemd permissie instemming ingestemd",
  asked: "gevraagd aangemeld ingeschreven gegeven opgegeven geabonneerd besteld",
  leave: "laat laten",
  alone: "rust",
  insult: "rot oprotten rotop sodemieter* flikker* optyfen donder tyf",
  threat: "klacht* advocaat aangifte politie melden aanklag* juridisch* stalking klagen rechtszaak",
  report: "avg autoriteit acm belmeniet consuwijzer ap gba",
  continue: "doorga* doorgaat blijf blijven",
  matter: `
    afspra* bestelling* reserver* pakket* pizza medicijn* pillen recept* maat kleur les lessen training* tafel kamer*
    vlucht* code wachtlijst* kaart ui uien order* product* artikel* schoen* plek* bus halte probleem kaartje* ziek
    cursus klas adres* factuur contract* huisnummer`,
  when: `
    maandag dinsdag woensdag donderdag vrijdag zaterdag zondag vandaag morgen voor voordat tot straks vanavond gisteren
    later`,
  courtesy: `
    aub alstublieft alsjeblieft graag dank bedankt nu maar eens ermee svp even a u b hiermee met de het dit die
    onmiddellijk direct nou per hoor zo spoedig mogelijk`,
  article: "de het een dit die deze dat",
  of: "van voor te",
  wrong: "verkeerd* fout* foute onjuist* vergis* vergist mis",
  person: "persoon* iemand ander* verbonden contactpersoon mens",
  be: "ben is zijn",
  title: "meneer mevrouw mevr mw dhr heer",
  here: "hier",
  know: "ken kennen",
  belong: "hoort toebehoor* eigenaar behoort",
  mine: "mij sinds nu mijn",
  meant: "bedoeld bestemd",
  interest: "interesse geinteresseerd",
  can: "kan kon",
  called: "naam heet",
  nobody: "niemand",
  use: "heeft gebruikt",
  right: "juiste goede",
  said: "verzoek gezegd gestuurd geschreven",
  please: "aub graag svp",
  filler: `
    en of maar als wanneer wat wie hoe waar waarom u uw jullie jij je wij we hij zij in op met naar bij om aan te er is
    was heb heeft hebben wordt worden zijn ook nog al wel goed ja nee hallo dank ik dat die deze over door`,
  if: "als",
  signed: "aangemeld ingeschreven geabonneerd",
  newly: "net pas",
  his: "hem haar",
  asks: "wanneer",
  up: "op",
  need: "hoef hoeft hoeven",
  live: "woont",
  suffices: "genoeg",
};
