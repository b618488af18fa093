<?php

/** Receives replies and verifies their signature. */

use GuzzleHttp\Psr7\Message;
use GuzzleHttp\Psr7\Utils;
use Psr\Http\Message\RequestInterface;

/** Returns the content of a webhook that is signed as Standard Webhooks says, and null for any other request. */
function verifyWebhook(string $secret, RequestInterface $request): ?array
{
    $id = $request->getHeaderLine('webhook-id');
    $timestamp = $request->getHeaderLine('webhook-timestamp');
    $body = (string) $request->getBody();
    if (abs(time() - (int) $timestamp) > 300) {
        return null;
    }
    $key = base64_decode(substr($secret, strlen('whsec_')));
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
    // While a secret is replaced, each request has a signature of the old one and one of the new one.
    $signatures = explode(' ', $request->getHeaderLine('webhook-signature'));
    $matching = array_filter($signatures, fn ($signature) => hash_equals($expected, $signature));
    return $matching ? json_decode($body, true) : null;
}

/** Listens on a free port of loopback. */
class ReplyServer
{
    public readonly string $url;
    private $listener;

    public function __construct(private readonly string $secret)
    {
        $this->listener = stream_socket_server('tcp://127.0.0.1:0');
        $this->url = 'http://' . stream_socket_get_name($this->listener, false) . '/replies';
    }

    /** Returns the next reply whose signature is right. Connections wait in the listener until then. */
    public function wait(int $seconds = 60): array
    {
        $end = time() + $seconds;
        while ($connection = stream_socket_accept($this->listener, max(0, $end - time()))) {
            $reply = verifyWebhook($this->secret, $this->read($connection));
            $status = $reply ? '204 No Content' : '401 Unauthorized';
            fwrite($connection, "HTTP/1.1 $status\r\nConnection: close\r\n\r\n");
            fclose($connection);
            if ($reply) {
                return $reply;
            }
        }
        throw new RuntimeException('No reply came.');
    }

    private function read($connection): RequestInterface
    {
        $head = '';
        do {
            $line = (string) fgets($connection);
            $head .= $line;
        } while (trim($line) !== '');
        $request = Message::parseRequest($head);
        $body = stream_get_contents($connection, (int) $request->getHeaderLine('Content-Length'));
        return $request->withBody(Utils::streamFor($body));
    }
}
