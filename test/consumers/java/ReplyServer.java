import com.standardwebhooks.Webhook;
import com.standardwebhooks.exceptions.WebhookVerificationException;
import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Listens on a free port of loopback. Replies whose signature is right go into a queue. */
class ReplyServer implements AutoCloseable {
  private final BlockingQueue<String> replies = new LinkedBlockingQueue<>();
  private final HttpServer server;

  ReplyServer(String secret) throws Exception {
    var webhook = new Webhook(secret);
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/replies", exchange -> {
      try (exchange) {
        var body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        webhook.verify(body, exchange.getRequestHeaders());
        replies.add(body);
        exchange.sendResponseHeaders(204, -1);
      } catch (WebhookVerificationException error) {
        exchange.sendResponseHeaders(401, -1);
      }
    });
    server.start();
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/replies";
  }

  /** Returns the next reply, as JSON. */
  String await() throws InterruptedException {
    var reply = replies.poll(60, TimeUnit.SECONDS);
    if (reply == null) throw new IllegalStateException("No reply has come.");
    return reply;
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
