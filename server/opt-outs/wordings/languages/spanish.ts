import type { Lexicon } from "../concepts.ts";

export const spanish: Lexicon = {
  cease: `
    stop alto basta paren pare parar pares parad deten* cese* cesen cesar suspend* desactiv* desactivar anul* cancel*
    dejen deje deja dejar dejad dejes dejaran interrump* bloque* ces* detengan pararle frenen prohibo prohibido parenle
    parale parenla dejense terminen terminar acaben acabar rechazo`,
  enough: `
    harto harta hartos suficiente cansad* cansan fastidi* aburrid* hostig* satur* podrid* demasiad* chingu* chinga* jod*
    agobi* fregando friegan joder chingar fregar tonterias molestia fastidiar`,
  not: "no",
  never: "nunca jamas tampoco",
  no: "ningun* sin nada ni cero",
  more: "mas volver volv* vuelv* ya otra otro nuevamente nuevo adelante futuro seguir sigan siga sigas otros",
  texts: `
    mensaj* msj* sms mjs textos texto txt publicidad* propaganda* anuncio* aviso* notifi* promo* ofert* recordatorio*
    correo* correos comunicaci* suscripci* subscripci* alert* inscripcion mierda* mensage* mensages whats* envios envio`,
  send: `
    mand/envi-e,es,en,eis,ar,aran,ara,ando,arme,arnos,enme,adme,ad,eme,enmen,aras,arle
    escrib-a,as,an,ir,irme,iendo,anme,ais,iran,irnos,e,iera,ieran
    contact-e,es,en,ar,arme,aran,arnos,ando,ado,ada,arse,enme molest-e,es,en,ar,arme,ando,eis,aran,arnos spam* textear*
    texte* comuni-quen,car,carse,que acosa* acosar* acos* moleste* fastidi* llegar lleguen llegando comunique* dirijan
    envio recontact* hostigu* insist*`,
  call: "llam-en,e,es,ar,arme,ando,arnos",
  receive: "recibir reciba recibirlos tener saber recibiendo leer",
  received: "recibi recibo llego recibio llegaron llega recibido",
  want: `
    quier* deseo deseamos gustaria quisiera agradec* pido solicito quiera ruego favor desearia queremos autorizo
    preferiria`,
  me: "me nos conmigo",
  my: "mi mis nuestro este",
  list: "lista* base* datos registro* agenda sistema* contactos bd fichero* archivo* directorio grupo grupos",
  number: "numero* nro num tel telefono* cel celular* movil* fono linea",
  remove: `
    elimin* borr* suprim* remuev* remov* remoc* retir* quitar* quiten* quite* quitenme saquen* saqu* supres* tach*
    olvid* exclu* cancelacion baja cancel*`,
  take: `
    saquen* quitame saca sacame saqueme saquenme quiten quite quita quitar quitarme quiteme quitad sacar sacarme
    sacarnos`,
  off: "fuera",
  unsubscribe: `
    desuscri* desubscri* desafili* desapunt* darme dame denme deme dadme darnos dennos desinscri* cancelarsuscripcion
    borrenme eliminenme quitenme desvincul* borrame borreme borrarme eliminame elimineme eliminarme quiteme saqueme
    sacame sacarme`,
  withdraw: "revoc* retir* cancel* opongo anul* oposicion revoqu*",
  consent: "consent* autoriz* permiso* acept* autorice",
  asked: "pedi solicite di inscribi suscribi apunte registre autorice suscrito pedido dimos",
  leave: "dejen deje deja dejad dejar dejenme dejame dejeme dejadme dejenos dejennos",
  alone: "paz tranquil*",
  insult: "larguense pirense pudran largaos largate",
  threat: "denunci* demand* abogad* policia quej* reclamacion* legal* acoso reportar* reporta* reporto bloquear*",
  report: "aepd profeco condusef rgpd lopd robinson sernac consumidor",
  continue: "sigu* continu* insist* sigan",
  matter: `
    pedido* cita* orden reserv* mesa pastilla* medicamento* receta* talla color tarjeta* paquete* habitacion* vuelo
    clase* turno* cebolla queso pizza postre espera trabajo enfermedad codigo* hora visita* compra* producto* articulo*
    zapato* precio* consulta* medica laboral maternidad entrada* comida direccion* factura* contrato*`,
  when: "lunes martes miercoles jueves viernes sabado domingo hoy manana antes hasta tarde noche todavia aun",
  courtesy: `
    por favor porfa porfavor gracias ya pf pfv el la los las de un esto con todo ahora mismo inmediatamente muchas hola
    inmediata`,
  article: "el la los las un una este esta a ese esa",
  of: "de del a para",
  wrong: "equivoc* erroneo* erronea* incorrect* error* confund* confusion*",
  person: "persona* alguien destinatari* contacto",
  be: "soy es somos",
  title: "sr sra srta senor senora senorita don dona doctor doctora",
  here: "aqui aca",
  know: "conozco conocemos conoce",
  belong: "pertenec* dueno* duena* propietari*",
  mine: "mio ahora desde",
  meant: "dirigido destinad*",
  interest: "interes*",
  can: "puedo pude podemos",
  called: "nombre llamo llama llame",
  nobody: "nadie",
  use: "usa tiene",
  pause: "para",
  right: "correcto",
  said: "pido dije dicho puse mande envie respondi",
  please: "por favor porfa",
  filler: `
    y o pero si cuando que quien como donde usted ustedes su sus tu le les se lo al en con para por es son esta estan ha
    han he hay muy bien gracias hola buenos dias tardes porque mas todo eso`,
  if: "si",
  signed: "inscribi suscribi suscrito registre apunte",
  newly: "acabo recien",
  his: "suyo suya su sus",
  asks: "cuando",
  need: "necesit* hace",
  live: "vive",
  suffices: "suficiente",
};
