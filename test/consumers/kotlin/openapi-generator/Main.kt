import com.example.messaging.apis.ContactsApi
import com.example.messaging.apis.MessagingApi
import com.example.messaging.apis.OtpApi
import com.example.messaging.apis.ThreadsApi
import com.example.messaging.infrastructure.ApiClient
import com.example.messaging.infrastructure.ClientError
import com.example.messaging.infrastructure.ClientException
import com.example.messaging.infrastructure.Serializer.moshi
import com.example.messaging.infrastructure.Success
import com.example.messaging.models.ContactPhoneInput
import com.example.messaging.models.GenerateOtp
import com.example.messaging.models.MessageReceived
import com.example.messaging.models.MessageThread
import com.example.messaging.models.Problem
import com.example.messaging.models.SendText
import com.example.messaging.models.UpsertContact
import com.example.messaging.models.VerifyOtp
import java.net.URI
import java.util.UUID

/** Uses the service through the client of openapi-generator. */
fun main() {
    ApiClient.apiKey["X-API-Key"] = System.getenv("MESSAGING_API_KEY")
    val url = System.getenv("MESSAGING_URL")
    val texts = MessagingApi(url)
    val threads = ThreadsApi(url)
    val contacts = ContactsApi(url)
    val passcodes = OtpApi(url)

    // Send a text, and send it again: the second response is a replay of the first.
    val text = SendText(phoneNumber = "+12025550123", message = "Your order has shipped.")
    val key = UUID.randomUUID().toString()
    val sent = texts.sendText(text, key)
    val again = texts.sendTextWithHttpInfo(text, key) as Success
    val replayed = "x-idempotency-replayed" in again.headers && again.data?.textId == sent.textId

    // Receive a reply: in test mode this number answers YES.
    val reply = ReplyServer(System.getenv("MESSAGING_WEBHOOK_SECRET")).use { replies ->
        val address = URI(replies.url)
        texts.sendText(
            SendText(phoneNumber = "+15005550006", message = "Shall we come?", replyWebhookUrl = address),
        )
        moshi.adapter(MessageReceived::class.java).fromJson(replies.await())!!
    }

    // Read all threads, page by page.
    val found = mutableListOf<MessageThread>()
    var cursor: String? = null
    do {
        val page = threads.listThreads(perPage = 1, cursor = cursor)
        found += page.threads
        cursor = page.nextCursor
    } while (cursor != null)

    // Add a contact by a bare phone, and one by a phone with a label.
    val ada = contacts.upsertContact(UpsertContact(name = "Ada", phones = listOf("+12025550123")))
    val work = ContactPhoneInput(phoneNumber = "+12025550124", label = "work")
    val grace = contacts.upsertContact(UpsertContact(name = "Grace", phones = listOf(work)))

    // Generate a passcode and verify it: in test mode this number gets the code 123456.
    passcodes.generateOtp(GenerateOtp(phone = "+15005550009", recipientId = "user-42"))
    val verified = passcodes.verifyOtp(VerifyOtp(recipientId = "user-42", otp = "123456"))

    // Read the code of a refusal.
    val refusal = try {
        texts.sendText(SendText(phoneNumber = "+12025550", message = "Hello"))
        null
    } catch (error: ClientException) {
        val body = (error.response as ClientError<*>).body as String
        moshi.adapter(Problem::class.java).fromJson(body)?.error
    }

    val seen = mapOf(
        "status" to sent.status,
        "replayed" to replayed,
        "threads" to found.distinctBy { it.id }.size,
        "contacts" to setOf(ada.contact.id, grace.contact.id).size,
        "passcode" to verified.status,
        "refusal" to refusal,
        "reply" to reply.text,
    )
    println(moshi.adapter(Map::class.java).toJson(seen))
}
