import com.standardwebhooks.Webhook
import com.standardwebhooks.exceptions.WebhookVerificationException
import com.sun.net.httpserver.HttpServer
import java.net.InetAddress
import java.net.InetSocketAddress
import java.util.concurrent.LinkedBlockingQueue
import java.util.concurrent.TimeUnit

/** Listens on a free port of loopback. Replies whose signature is right go into a queue. */
class ReplyServer(secret: String) : AutoCloseable {
    private val replies = LinkedBlockingQueue<String>()
    private val server = HttpServer.create(InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0)

    init {
        val webhook = Webhook(secret)
        server.createContext("/replies") { exchange ->
            val body = exchange.requestBody.readAllBytes().decodeToString()
            try {
                webhook.verify(body, exchange.requestHeaders)
                replies.add(body)
                exchange.sendResponseHeaders(204, -1)
            } catch (_: WebhookVerificationException) {
                exchange.sendResponseHeaders(401, -1)
            }
            exchange.close()
        }
        server.start()
    }

    val url = "http://127.0.0.1:${server.address.port}/replies"

    /** Returns the next reply, as JSON. */
    fun await(): String = replies.poll(60, TimeUnit.SECONDS) ?: error("No reply has come.")

    override fun close() = server.stop(0)
}
