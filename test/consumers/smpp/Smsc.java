import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jsmpp.SMPPConstant;
import org.jsmpp.bean.*;
import org.jsmpp.extra.NegativeResponseException;
import org.jsmpp.extra.ProcessRequestException;
import org.jsmpp.session.*;
import org.jsmpp.session.connection.ServerConnection;
import org.jsmpp.session.connection.ServerConnectionFactory;
import org.jsmpp.session.connection.socket.ServerSocketConnection;
import org.jsmpp.util.MessageId;

/**
 * An SMSC made of the library jsmpp, which nobody here wrote. It does what smsc.py does, and asks each connection that was
 * idle for a second whether it is there.
 */
public class Smsc {
  private static final TypeOfNumber TON = TypeOfNumber.INTERNATIONAL;
  private static final NumberingPlanIndicator NPI = NumberingPlanIndicator.ISDN;
  private static final int IDLE_MILLISECONDS = 1_000;
  /** Receipts and answers follow the acceptance of a text. */
  private static final int LATER_MILLISECONDS = 50;

  /** The ids of an SMSC that is started again are others. */
  private static final String prefix = Long.toString(System.currentTimeMillis(), 36);

  private static final AtomicInteger count = new AtomicInteger();
  private static final ScheduledExecutorService later = Executors.newScheduledThreadPool(4);

  public static void main(String[] arguments) throws IOException {
    int port = Integer.parseInt(arguments[0]);
    try (SMPPServerSessionListener listener = new SMPPServerSessionListener(port, new OnLoopback())) {
      tell("{\"kind\":\"ready\"}");
      while (true) {
        SMPPServerSession session = listener.accept();
        new Thread(() -> bind(session)).start();
      }
    }
  }

  private static void bind(SMPPServerSession session) {
    session.setMessageReceiverListener(new Receiver());
    session.setEnquireLinkTimer(IDLE_MILLISECONDS);
    try {
      BindRequest bind = session.waitForBind(5_000);
      bind.accept("jsmpp");
      tell("{\"kind\":\"bound\",\"system\":\"" + bind.getSystemId() + "\"}");
    } catch (Exception error) {
      error.printStackTrace();
    }
  }

  private static synchronized void tell(String line) {
    System.out.println(line);
    System.out.flush();
  }

  private static void deliver(SMPPServerSession session, SubmitSm text, int esmClass, int coding, byte[] body) {
    int status = 0;
    try {
      session.deliverShortMessage(
          "", TON, NPI, text.getDestAddress(), TON, NPI, text.getSourceAddr(), new ESMClass(esmClass), (byte) 0,
          (byte) 0, new RegisteredDelivery(0), new RawDataCoding((byte) coding), body);
    } catch (NegativeResponseException error) {
      status = error.getCommandStatus();
    } catch (Exception error) {
      error.printStackTrace();
      return;
    }
    tell("{\"kind\":\"answered\",\"status\":" + status + "}");
  }

  private static void answer(SMPPServerSession session, SubmitSm text, String id) {
    if (text.getRegisteredDelivery() != 0) {
      String receipt = "id:" + id + " sub:001 dlvrd:001 submit date:2611262200 done date:2611262201 stat:DELIVRD err:000 text:";
      deliver(session, text, 0x04, 0, receipt.getBytes(StandardCharsets.US_ASCII));
    }
    String said = new String(text.getShortMessage(), StandardCharsets.US_ASCII);
    if (said.contains("echo long")) {
      deliver(session, text, 0x40, 8, part(2, "right"));
      deliver(session, text, 0x40, 8, part(1, "left and "));
    } else if (said.contains("echo")) {
      deliver(session, text, 0, 8, "dzień dobry".getBytes(StandardCharsets.UTF_16BE));
    }
  }

  private static byte[] part(int number, String text) {
    byte[] body = text.getBytes(StandardCharsets.UTF_16BE);
    byte[] part = Arrays.copyOf(new byte[] {5, 0, 3, 42, 2, (byte) number}, 6 + body.length);
    System.arraycopy(body, 0, part, 6, body.length);
    return part;
  }

  private static class Receiver implements ServerMessageReceiverListener {
    @Override
    public SubmitSmResult onAcceptSubmitSm(SubmitSm text, SMPPServerSession session) throws ProcessRequestException {
      if (text.getDestAddress().endsWith("58")) {
        throw new ProcessRequestException("too fast", SMPPConstant.STAT_ESME_RTHROTTLED);
      }
      byte[] body = text.getShortMessage();
      int length = (text.getEsmClass() & 0x40) == 0 ? 0 : 6;
      HexFormat hex = HexFormat.of();
      OptionalParameter.OctetString payload = text.getOptionalParameter(OptionalParameter.Message_payload.class);
      tell("{\"kind\":\"text\",\"to\":\"" + text.getDestAddress() + "\",\"coding\":" + text.getDataCoding()
          + ",\"header\":\"" + hex.formatHex(body, 0, length) + "\",\"text\":\"" + hex.formatHex(body, length, body.length)
          + "\",\"payload\":[" + (payload == null ? "" : "\"" + hex.formatHex(payload.getValue()) + "\"") + "]}");
      String id = prefix + "-" + count.incrementAndGet();
      later.schedule(() -> answer(session, text, id), LATER_MILLISECONDS, TimeUnit.MILLISECONDS);
      try {
        return new SubmitSmResult(new MessageId(id), new OptionalParameter[0]);
      } catch (Exception error) {
        throw new IllegalStateException(error);
      }
    }

    @Override
    public SubmitMultiResult onAcceptSubmitMulti(SubmitMulti request, SMPPServerSession session) throws ProcessRequestException {
      throw refusal();
    }

    @Override
    public QuerySmResult onAcceptQuerySm(QuerySm request, SMPPServerSession session) throws ProcessRequestException {
      throw refusal();
    }

    @Override
    public void onAcceptReplaceSm(ReplaceSm request, SMPPServerSession session) throws ProcessRequestException {
      throw refusal();
    }

    @Override
    public void onAcceptCancelSm(CancelSm request, SMPPServerSession session) throws ProcessRequestException {
      throw refusal();
    }

    @Override
    public BroadcastSmResult onAcceptBroadcastSm(BroadcastSm request, SMPPServerSession session) throws ProcessRequestException {
      throw refusal();
    }

    @Override
    public void onAcceptCancelBroadcastSm(CancelBroadcastSm request, SMPPServerSession session) throws ProcessRequestException {
      throw refusal();
    }

    @Override
    public QueryBroadcastSmResult onAcceptQueryBroadcastSm(QueryBroadcastSm request, SMPPServerSession session)
        throws ProcessRequestException {
      throw refusal();
    }

    @Override
    public DataSmResult onAcceptDataSm(DataSm request, Session session) throws ProcessRequestException {
      throw refusal();
    }

    private static ProcessRequestException refusal() {
      return new ProcessRequestException("this SMSC only takes texts", SMPPConstant.STAT_ESME_RINVCMDID);
    }
  }

  /** Listens on loopback only. */
  private static class OnLoopback implements ServerConnectionFactory {
    @Override
    public ServerConnection listen(int port) throws IOException {
      return new ServerSocketConnection(new ServerSocket(port, 50, InetAddress.getLoopbackAddress()));
    }

    @Override
    public ServerConnection listen(int port, int timeout) throws IOException {
      return listen(port);
    }

    @Override
    public ServerConnection listen(int port, int timeout, int backlog) throws IOException {
      return listen(port);
    }
  }
}
