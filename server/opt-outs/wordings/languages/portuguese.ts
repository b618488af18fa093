import type { Lexicon } from "../concepts.ts";

export const portuguese: Lexicon = {
  cease: `
    stop parem pare parar pares parou parando chega basta cess* cessar encerr* desativ* suspend* interromp* cancel*
    deixem deixe deixar deixa bloque* parassem proibo proibido terminem acabem acabar terminar recuso`,
  enough: `
    cansei farto farta fartos cansad* sac* saco encher enche enchendo cheio cheia demais aturo aguento palhacada chatear
    aporrinhar`,
  not: "nao n naum num",
  never: "nunca jamais nem",
  no: "nenhum* sem nada",
  more: "mais novamente voltem volte voltar outra outro outros futuro adiante novo",
  texts: `
    mensag* msg* msgs sms torpedo* propagand* publicid* promo* anuncio* aviso* notific* lembrete* comunic* oferta*
    inscri* assinatura* cadastro* alerta* zap spam* email* subscri* mensage* informativo* envio* contactos lixo envio
    envios`,
  send: `
    mand/envi-em,e,es,ar,arem,ando,ei,assem,asse escrev-am,a,er,erem,endo contat/contact-em,e,ar,arem,ado,ada,ando
    perturb* incomod* spam* importun* encher encham chate-iem,ar,ie manda envia contate* molest* remet* mandarem contato
    contacto contatem chame chamem enche`,
  call: "lig-uem,ue,ar,arem,ando,am",
  receive: "receber receba saber ter recebendo ler",
  received: "recebi recebo chegou chegaram recebeu recebido",
  want: `
    quero queria desejo gostaria pretendo queremos peco solicito quer agradeco agradecia gostava autorizo aceito favor
    prefiro pedimos kero`,
  me: "me mim nos comigo migo",
  my: "meu meus minha este esse",
  list: `
    lista* base* dados registro* cadastro* agenda sistema* contatos grupo banco ficheiro* mailing registo* contacto
    contato contactos`,
  number: "numero* nr num tel telefone* celular* telemovel cel fone linha",
  remove: "remov* apag* exclu* delet* retir* remoc* elimin* esquec* retirada exclusao cancel*",
  take: "tir* tirem tira tire tirar sair sai",
  off: "fora",
  unsubscribe: "descadastr* desinscr* descadastro sair desvincul* dessubscr* anular desregist*",
  withdraw: "revog* retir* cancel* oponho anul*",
  consent: "consent* autoriz* permiss* permit* permiti",
  asked: "pedi solicitei autorizei inscrevi cadastrei assinei dei pediu inscrito aceitei subscrevi",
  leave: "deix* larg* larga",
  alone: "paz sossego tranquil*",
  insult: "vaza vazem sumam desaparecam larguem",
  threat: "denunci* process* advogad* policia queix* reclam* judicial* justica denuncia bloquear",
  report: "procon anatel lgpd rgpd anacom reclameaqui cnpd",
  continue: "continu* insist* continuem",
  matter: `
    pedido* consulta* reserva* mesa pizza remedio* receita* tamanho cor cartao encomenda* pacote* aula* voo quarto
    codigo horario* cebola produto* espera fila terca vaga* entrega* onibus porteiro sessao sobremesa botao endereco
    refri medicamento* exame* corrida conta fatura* contrato*`,
  when: "segunda terca quarta quinta sexta sabado domingo hoje amanha antes ate tarde noite ainda logo",
  courtesy: `
    por favor pf pfv pfvr obrigado obrigada obg agora ja isso com de as o a essas esses tudo porra gentileza
    imediatamente mesmo ta`,
  article: "o a os as um uma mais este esse essa esta",
  of: "de do da dos das a ao para pra",
  wrong: "errad* errou engan* engano equivoc* trocad*",
  person: "pessoa* alguem destinatari*",
  be: "sou e somos",
  title: "sr sra senhor senhora dona dr dra seu",
  here: "aqui",
  know: "conheco conhecemos conhece",
  belong: "pertenc* dono dona proprietari*",
  mine: "meu agora desde",
  meant: "destinad* dirigid*",
  interest: "interess*",
  can: "posso pude consigo podemos",
  called: "nome chamo chama",
  nobody: "ninguem",
  use: "usa tem",
  pause: "para",
  right: "certo correto",
  said: "peco disse falei mandei escrevi respondi pedi",
  please: "por favor pf",
  filler: `
    e ou mas se quando que quem como onde porque voce voces vc vcs seu sua seus em com para por pra no na nos nas um uma
    os as muito bem oi ola bom boa dia tarde obrigado tem tenho esta estou foi era isso essa eu`,
  if: "se",
  signed: "inscrevi cadastrei assinei inscrito",
  newly: "acabei recentemente",
  his: "dele dela",
  asks: "quando",
  need: "precis*",
  live: "mora vive",
};
