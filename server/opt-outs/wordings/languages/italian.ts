import type { Lexicon } from "../concepts.ts";

export const italian: Lexicon = {
  cease: `
    stop basta smett* smetta smetti smetet* ferm* fermat* fermatevi cess* piant* interromp* annull* disattiv* sospend*
    sospen* blocc* finirla disdi* disdett* finitela finiamola finisca vieto proibisco rifiuto finite finire`,
  enough: `
    stuf* stufat* rotto rompe* romper* stanc* scocciat* stress* abbastanza tempest* assill* bombard* tartass* stalk*
    intas* rompere scocciare stressare cavolate`,
  not: "non nn",
  never: "mai",
  no: "nessun* niente nulla senza no alcun*",
  more: "piu ancora altri altre altro ulterior* altra futuro nuovo nuovamente avanti",
  texts: `
    messag* mess msg sms pubblicit* reclame notific* promo* comunicazion* offert* avvis* promemoria iscrizion* mail
    email abbonament* spam* sollecit* invii invio proposte schifezz* merda inviti pubblicitar*`,
  send: `
    mand/invi-ate,atemi,ateci,are,armi,arci,i,armela,ino,ato,armene scriv-ete,etemi,ere,ermi,erci,etela,i,imi,ano,ermi,a
    contatt-ate,atemi,are,armi,arci,ata,ato,ateci,arlo,ino,i,ati,armi disturb* molest* spamm* importun* mandarmel*
    scrivend* ricontatt* mandare infastid* messaggi* arrivar* invio`,
  call: "chiam-ate,atemi,are,armi,arci,i,ino telefonare",
  receive: "ricever* riceva avere sentir* sapern* riceverne arrivino",
  received: "ricevo ricevuto arrivato arrivati arrivano arriva ricevuti avevo",
  want: "voglio vorrei desider* gradirei gradisc* gradit* intend* chiedo prego vogliamo richied* diffid* pregh* accett*",
  me: "mi me ci",
  my: "mio miei mia nostro nostri questo",
  list: "lista liste rubrica* database archivi* dati elenc* contatti sistema* mailing registr* anagrafic* contatto gruppo",
  number: "numero* num tel telefono* cell cellulare* nr recapit* utenza",
  remove: `
    cancell* rimuov* rimoss* rimozion* elimin* tolt* depenn* toglietemi toglimi toglierm* toglieteci rimuover* cancel*
    dimentica* eliminazion* escl*`,
  take: "togl* lev* togliete leva* levat* tolg*",
  off: "via fuori",
  unsubscribe: `
    disiscri* disinscri* disiscriv* cancellami cancellatemi cancellarmi rimuovimi rimuovetemi disabbon* disiscriz*
    toglietemi toglimi eliminatemi eliminami levatemi`,
  withdraw: "revoc* ritir* revoch* oppong* opposizion*",
  consent: "consens* autorizz* permess* acconsent* autorizzaz*",
  asked: "chiesto richiest* iscritt* dato sottoscritt* autorizz* voluto",
  leave: "lasci* lasc*",
  alone: "pace stare tranquill*",
  insult: "vaffanculo vaffa andatevene sparite levatevi affanculo",
  threat: "denunc* avvocat* querel* legal* segnal* polizia diffid* molestie carabinieri esposto reclamo",
  report: "garante agcom privacy gdpr",
  continue: "continu* insist*",
  matter: `
    ordin* prenotazion* appuntament* tavol* taglia color* carta pacco cipoll* pizza visita* farmac* medicin* ricetta*
    codice volo camera corso lezion* dolce scarpe attesa prodott* articol* porta consegn* orario posto campanell* civico
    indirizzo fattura contratt*`,
  when: "lunedi martedi mercoledi giovedi venerdi sabato domenica oggi domani prima fino tardi sera stasera ancora",
  courtesy: "per favore grazie prego adesso ora subito cosi la lo il i gli questo con di tutto cortesia piacere dai ok",
  article: "il lo la l un una io questo i del della quella quel questa",
  of: "di del della dello dei a da",
  wrong: "sbagl* errat* errore scorrett*",
  person: "person* destinatari* qualcun* interlocutor*",
  be: "sono e siamo",
  title: "sig signor signora dott dottor dottore dottoressa sigra",
  here: "qui qua",
  know: "conosco conosc*",
  belong: "appartien* proprietari* intestat*",
  mine: "mio da adesso ora",
  meant: "destinat* indirizzat*",
  interest: "interess*",
  can: "posso potuto possiamo",
  called: "nome chiamo chiama",
  nobody: "nessuno",
  use: "usa ha",
  right: "giusto",
  said: "chiedo detto scritto mandato inviato risposto",
  please: "per favore",
  filler: `
    e o ma se quando che chi come dove perche lei voi tu vostro vostra vostri suo sua si in con per su al alla dal dalla
    nel sono ho ha hanno abbiamo molto bene ciao grazie buongiorno anche solo ci le gli una uno ne`,
  if: "se",
  signed: "iscritt* registrat* abbonat*",
  newly: "appena",
  his: "suo sua",
  asks: "quando",
  need: "bisogno serve servono occorre",
  live: "abita vive",
};
