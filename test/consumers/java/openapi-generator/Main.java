import com.example.messaging.ApiClient;
import com.example.messaging.ApiException;
import com.example.messaging.api.ContactsApi;
import com.example.messaging.api.MessagingApi;
import com.example.messaging.api.OtpApi;
import com.example.messaging.api.ThreadsApi;
import com.example.messaging.model.ContactPhoneInput;
import com.example.messaging.model.GenerateOtp;
import com.example.messaging.model.MessageReceived;
import com.example.messaging.model.MessageThread;
import com.example.messaging.model.PhoneOrNumber;
import com.example.messaging.model.Problem;
import com.example.messaging.model.SendText;
import com.example.messaging.model.UpsertContact;
import com.example.messaging.model.VerifyOtp;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

/** Uses the service through the client of openapi-generator. */
public class Main {
  public static void main(String[] arguments) throws Exception {
    var client = new ApiClient();
    client.updateBaseUri(System.getenv("MESSAGING_URL"));
    client.setRequestInterceptor(request -> request.header("X-API-Key", System.getenv("MESSAGING_API_KEY")));
    var json = client.getObjectMapper();
    var texts = new MessagingApi(client);
    var threads = new ThreadsApi(client);
    var contacts = new ContactsApi(client);
    var passcodes = new OtpApi(client);

    // Send a text, and send it again: the second response is a replay of the first.
    var text = new SendText().phoneNumber("+12025550123").message("Your order has shipped.");
    var key = UUID.randomUUID().toString();
    var sent = texts.sendText(text, key);
    var again = texts.sendTextWithHttpInfo(text, key);
    var replayed =
        again.getHeaders().containsKey("x-idempotency-replayed")
            && again.getData().getTextId().equals(sent.getTextId());

    // Receive a reply: in test mode this number answers YES.
    MessageReceived reply;
    try (var replies = new ReplyServer(System.getenv("MESSAGING_WEBHOOK_SECRET"))) {
      var question =
          new SendText()
              .phoneNumber("+15005550006")
              .message("Shall we come?")
              .replyWebhookUrl(URI.create(replies.url()));
      texts.sendText(question, null);
      reply = json.readValue(replies.await(), MessageReceived.class);
    }

    // Read all threads, page by page.
    var found = new ArrayList<MessageThread>();
    String cursor = null;
    do {
      var page = threads.listThreads(1, cursor, null);
      found.addAll(page.getThreads());
      cursor = page.getNextCursor();
    } while (cursor != null);

    // Add a contact by a bare phone, and one by a phone with a label.
    var bare = new PhoneOrNumber("+12025550123");
    var ada = contacts.upsertContact(new UpsertContact().name("Ada").phones(List.of(bare)), null);
    var work = new PhoneOrNumber(new ContactPhoneInput().phoneNumber("+12025550124").label("work"));
    var grace = contacts.upsertContact(new UpsertContact().name("Grace").phones(List.of(work)), null);

    // Generate a passcode and verify it: in test mode this number gets the code 123456.
    passcodes.generateOtp(new GenerateOtp().phone("+15005550009").recipientId("user-42"), null);
    var verified = passcodes.verifyOtp(new VerifyOtp().recipientId("user-42").otp("123456"), null);

    // Read the code of a refusal.
    String refusal = null;
    try {
      texts.sendText(new SendText().phoneNumber("+12025550").message("Hello"), null);
    } catch (ApiException error) {
      refusal = json.readValue(error.getResponseBody(), Problem.class).getError();
    }

    var seen = new LinkedHashMap<String, Object>();
    seen.put("status", sent.getStatus());
    seen.put("replayed", replayed);
    seen.put("threads", found.stream().map(MessageThread::getId).distinct().count());
    seen.put("contacts", Stream.of(ada, grace).map(each -> each.getContact().getId()).distinct().count());
    seen.put("passcode", verified.getStatus());
    seen.put("refusal", refusal);
    seen.put("reply", reply.getText());
    System.out.println(json.writeValueAsString(seen));
  }
}
