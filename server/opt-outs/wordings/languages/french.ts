import type { Lexicon } from "../concepts.ts";

export const french: Lexicon = {
  cease: `
    stop stopez stopper stoppez stopp arret arrete arretez arreter aretez arretes arretons cess* cesse cessez interromp*
    desactiv* annul* resili* resiliation suspend* bloqu* mettre mettez suffit interdis interdit interdisons interdire
    finissez finissons fini refuse refus`,
  enough: `
    marre assez saoul* soul* gonfle* gonflez ras plein lasse fatigue* fatigant raslebol lachez lache lacher harcel*
    inond* conneries harcelement emmerder saouler soule`,
  not: "ne n pas",
  never: "jamais jms",
  no: "aucun aucune aucuns sans rien non",
  more: "encore davantage nouveau desormais dorenavant avenir",
  texts: `
    message* messages msg msgs mess texto* textos sms pub pubs publicit* promo* notification* notif* mail mails offres
    communication* rappel* alerte* courrier* sollicitation* demarchage* prospection abonnement* demarch* reclame*
    relance* merde* envoi envois publicitaire*`,
  send: `
    envoy* envoi envois envoyez ecri* ecriv* ecrire contact* recontact* sollicit* derang* spammer spamez spammez harcel*
    importun* texter embet* emmerd* relanc* adress* transmet* contacte soulez`,
  call: "appel* rappel* telephon*",
  receive: "recevoir recoive recevrai voir avoir etre lire entendre",
  received: "recois recu recus recue recevais",
  want: `
    veux veut voudrais souhait* desir* aimerai* voulons voulais jveux veu veus demande demandons vouloir prie
    souhaiterai* consens jveu jvoudrais`,
  me: "moi me m nous",
  my: "mon ma mes notre nos",
  list: "liste* fichier* base* repertoire* donnees coordonnees contacts systeme* diffusion registre* carnet contact",
  number: "numero* num tel telephone* portable* mobile* ligne numeros no",
  remove: `
    supprim* effac* ray* rayez radi* retir* retrait suppression elimin* enregistr* oubli* vir* virez desinscr* sort*
    otez`,
  take: "enlev* otez prenez sort* sortez sortir",
  off: "hors",
  unsubscribe: "desinscri* desinscr* desabon* desabonn* desabone* desinscrip* desouscri*",
  withdraw: "retire* revoqu* retrait annul* oppose opposition",
  consent: "consent* autoris* autorisation* accord permission* accepte",
  asked: "demande* inscri* abonne donne souscri* voulu sollicite signe",
  leave: "laiss* lache* lach* fich* fout* fichez",
  alone: "tranquil* paix",
  insult: "degag* barrez cass* casse casser foutez lachez",
  threat: "plainte avocat* poursui* signal* signale* police justice tribunal portez denonc* harcelement",
  report: "cnil rgpd bloctel dgccrf",
  continue: "continu* insist* persist*",
  matter: `
    rdv rendez rendezvous commande* reservation* colis table traitement* taille couleur carte* medicament* ordonnance*
    cours livr* pizza oignon* attente place* vol chambre* billet* information* info* dessert code facture* produit*
    article* adresse* contrat* rue`,
  when: "lundi mardi mercredi jeudi vendredi samedi dimanche aujourd demain avant jusqu jusque soir tard matin",
  courtesy: `
    svp stp s il vous te plait merci maintenant ca tout de suite immediatement bonjour ces vos veuillez bien les des
    cela`,
  article: "le la l un une de d ce cette votre",
  of: "de du d a",
  wrong: "mauvais mauvaise faux erreur* tromp* erron* trompe incorrect*",
  person: "personne* destinataire* quelqu interlocut* correspondant*",
  be: "suis est c s",
  title: "monsieur madame mme mlle mr docteur mademoiselle",
  here: "ici",
  know: "connais connai connait",
  belong: "appartien* proprietaire* attribu* utilise",
  mine: "depuis maintenant",
  meant: "destine* adresse*",
  interest: "interess*",
  can: "peux peut pu",
  called: "appelle appele nom nomme",
  nobody: "personne",
  use: "utilise a",
  right: "bon bonne",
  said: "demande dit ecrit envoye repondu",
  please: "svp stp",
  filler: `
    et ou mais si quand que quoi qui comment pourquoi vous votre vos tu ton il elle on ils dans avec pour sur par est ai
    a avez avons ont etre fait tres bien oui non bonjour bonsoir merci au aux ces cette en y sont peut se leur`,
  if: "si",
  signed: "inscri* abonne* souscrit",
  newly: "viens vient recemment",
  his: "lui sien",
  asks: "quand",
  noMore: "plus pu pus",
  need: "besoin",
  live: "habite vit",
  suffices: "assez",
};
