import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import com.twilio.exception.ApiException;
import com.twilio.http.NetworkHttpClient;
import com.twilio.http.TwilioRestClient;
import com.twilio.rest.api.v2010.Account;
import com.twilio.rest.api.v2010.account.IncomingPhoneNumber;
import com.twilio.rest.api.v2010.account.Message;
import com.twilio.rest.verify.v2.service.Verification;
import com.twilio.rest.verify.v2.service.VerificationCheck;
import com.twilio.security.RequestValidator;
import com.twilio.type.PhoneNumber;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.apache.hc.core5.http.HttpHost;

/** Uses the service through the client of Twilio. Only the route of its requests is another. */
public class Main {
  private static final String accountSid = System.getenv("MESSAGING_ACCOUNT_SID");

  private static TwilioRestClient clientOf(String token, String address) {
    var url = URI.create(address);
    var route = new HttpRoute(new HttpHost(url.getScheme(), url.getHost(), url.getPort()));
    var http = HttpClientBuilder.create().setRoutePlanner((target, context) -> route);
    return new TwilioRestClient.Builder(accountSid, token).httpClient(new NetworkHttpClient(http)).build();
  }

  /** Returns the status and the code of the error that the client throws. */
  private static String refusalOf(Runnable call) {
    try {
      call.run();
      return null;
    } catch (ApiException error) {
      return error.getStatusCode() + " " + error.getCode();
    }
  }

  /** The fields of a post, and its signature. */
  private record Post(Map<String, String> fields, String signature) {}

  private static Map<String, String> fieldsOf(String form) {
    var fields = new TreeMap<String, String>();
    for (var pair : form.split("&")) {
      var parts = pair.split("=", 2);
      fields.put(decode(parts[0]), decode(parts[1]));
    }
    return fields;
  }

  private static String decode(String text) {
    return URLDecoder.decode(text, StandardCharsets.UTF_8);
  }

  public static void main(String[] arguments) throws Exception {
    var address = System.getenv("MESSAGING_URL");
    var client = clientOf(System.getenv("MESSAGING_AUTH_TOKEN"), address);
    var number = new PhoneNumber(System.getenv("MESSAGING_NUMBER"));
    var phone = new PhoneNumber("+12025550123");

    var sent = new ArrayList<String>();
    for (var count = 0; count < 5; count++) {
      sent.add(Message.creator(phone, number, "Text " + count + " 🎉").create(client).getSid());
    }
    var first = Message.fetcher(sent.get(0)).fetch(client);

    // Read the texts page by page.
    var found = new ArrayList<String>();
    var reader = Message.reader().setTo(phone).setPageSize(2L);
    var pages = 0;
    for (var page = reader.firstPage(client); page != null;
        page = page.hasNextPage() ? reader.nextPage(page, client) : null) {
      pages++;
      page.getRecords().forEach(text -> found.add(text.getSid()));
    }
    Collections.reverse(sent);
    var now = ZonedDateTime.now(ZoneOffset.UTC);
    var dated = 0;
    var between = Message.reader().setTo(phone).setDateSentAfter(now.minusHours(1)).setDateSentBefore(now.plusHours(1));
    for (var ignored : between.read(client)) dated++;

    // Send a text later, and cancel it.
    var waiting = Message.creator(new PhoneNumber("+12025550124"), accountSid.replace("AC", "MG"), "Later")
        .setScheduleType(Message.ScheduleType.FIXED)
        .setSendAt(now.plusHours(1))
        .create(client);
    var fetched = Message.fetcher(waiting.getSid()).fetch(client);
    var canceled = Message.updater(waiting.getSid()).setStatus(Message.UpdateStatus.CANCELED).update(client);

    var numbers = new ArrayList<Boolean>();
    for (var each : IncomingPhoneNumber.reader().read(client)) numbers.add(each.getPhoneNumber().equals(number));
    var account = Account.fetcher(accountSid).fetch(client);

    // Verify the phone of tests whose code is known: first a wrong guess, then the right one.
    var service = accountSid.replace("AC", "VA");
    var known = "+15005550009";
    var started = Verification.creator(service, known, "sms").create(client);
    var wrong = VerificationCheck.creator(service).setTo(known).setCode("000000").create(client);
    var right = VerificationCheck.creator(service).setTo(known).setCode("123456").create(client);

    // Verify the status that is posted, and one whose status was changed.
    var posts = new LinkedBlockingQueue<Post>();
    var receiver = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    receiver.createContext("/", exchange -> {
      var form = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
      posts.add(new Post(fieldsOf(form), exchange.getRequestHeaders().getFirst("X-Twilio-Signature")));
      exchange.sendResponseHeaders(204, -1);
      exchange.close();
    });
    receiver.start();
    var callback = "http://127.0.0.1:" + receiver.getAddress().getPort() + "/statuses?order=7";
    var reported = Message.creator(new PhoneNumber("+12025550125"), number, "Tell me")
        .setStatusCallback(URI.create(callback))
        .create(client);
    var post = posts.poll(60, TimeUnit.SECONDS);
    receiver.stop(0);
    var validator = new RequestValidator(System.getenv("MESSAGING_AUTH_TOKEN"));
    var changed = new TreeMap<>(post.fields());
    changed.put("MessageStatus", "failed");
    var posted = List.of(
        post.fields().get("MessageSid").equals(reported.getSid()),
        validator.validate(callback, post.fields(), post.signature()),
        validator.validate(callback, changed, post.signature()));

    var stranger = clientOf("0".repeat(32), address);
    var live = clientOf(System.getenv("MESSAGING_LIVE_TOKEN"), System.getenv("MESSAGING_LIVE_URL"));
    var refusals = new LinkedHashMap<String, String>();
    refusals.put("recipient", refusalOf(() -> Message.creator(new PhoneNumber("+1202555"), number, "Hello").create(client)));
    refusals.put("body", refusalOf(() -> Message.creator(phone, number, " ").create(client)));
    refusals.put("optedOut", refusalOf(() -> Message.creator(new PhoneNumber("+15005550004"), number, "Hello").create(client)));
    refusals.put("unknown", refusalOf(() -> Message.fetcher("SM" + "0".repeat(32)).fetch(client)));
    refusals.put("token", refusalOf(() -> Message.reader().firstPage(stranger)));
    refusals.put("channel", refusalOf(() -> Verification.creator(service, phone.toString(), "call").create(client)));
    refusals.put("guess",
        refusalOf(() -> VerificationCheck.creator(service).setTo(known).setCode("123456").create(client)));
    refusals.put("carrier", refusalOf(() -> Message.creator(phone, number, "Hello").create(live)));

    System.out.println(new ObjectMapper().writeValueAsString(Map.of(
        "sent", List.of(first.getDirection().toString(), first.getNumSegments(), first.getFrom().equals(number), first.getBody()),
        "listed", List.of(pages, found.equals(sent)),
        "dated", dated,
        "scheduled", List.of(waiting.getStatus().toString(), fetched.getStatus().toString(), canceled.getStatus().toString()),
        "numbers", numbers,
        "account", List.of(account.getStatus().toString(), account.getType().toString()),
        "verification", List.of(started.getStatus(), wrong.getStatus(), right.getStatus()),
        "posted", posted,
        "refusals", refusals)));
  }
}
