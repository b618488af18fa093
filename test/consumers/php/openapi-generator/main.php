<?php

/** Uses the service through the client of openapi-generator. */

require __DIR__ . '/autoload.php';
require __DIR__ . '/webhook.php';

use GuzzleHttp\Client;
use Messaging\Api\ContactsApi;
use Messaging\Api\MessagingApi;
use Messaging\Api\OtpApi;
use Messaging\Api\ThreadsApi;
use Messaging\ApiException;
use Messaging\Configuration;
use Messaging\Model\ContactPhoneInput;
use Messaging\Model\GenerateOtp;
use Messaging\Model\SendText;
use Messaging\Model\UpsertContact;
use Messaging\Model\VerifyOtp;

$configuration = (new Configuration())
    ->setHost(getenv('MESSAGING_URL'))
    ->setApiKey('X-API-Key', getenv('MESSAGING_API_KEY'));
$client = new Client();
$texts = new MessagingApi($client, $configuration);
$threads = new ThreadsApi($client, $configuration);
$contacts = new ContactsApi($client, $configuration);
$passcodes = new OtpApi($client, $configuration);

// Send a text, and send it again: the second response is a replay of the first.
$text = new SendText(['phone_number' => '+12025550123', 'message' => 'Your order has shipped.']);
$key = bin2hex(random_bytes(16));
$sent = $texts->sendText($text, $key);
[$again, , $headers] = $texts->sendTextWithHttpInfo($text, $key);
$replayed = $headers['X-Idempotency-Replayed'] === ['true'] && $again->getTextId() === $sent->getTextId();

// Receive a reply: in test mode this number answers YES.
$replies = new ReplyServer(getenv('MESSAGING_WEBHOOK_SECRET'));
$texts->sendText(new SendText([
    'phone_number' => '+15005550006',
    'message' => 'Shall we come?',
    'reply_webhook_url' => $replies->url,
]));
$reply = $replies->wait();

// Read all threads, page by page.
$found = [];
$cursor = null;
do {
    $page = $threads->listThreads(per_page: 1, cursor: $cursor);
    array_push($found, ...$page->getThreads());
    $cursor = $page->getNextCursor();
} while ($cursor !== null);

// Add a contact by a bare phone, and one by a phone with a label.
$ada = $contacts->upsertContact(new UpsertContact(['name' => 'Ada', 'phones' => ['+12025550123']]));
$work = new ContactPhoneInput(['phone_number' => '+12025550124', 'label' => 'work']);
$grace = $contacts->upsertContact(new UpsertContact(['name' => 'Grace', 'phones' => [$work]]));

// Generate a passcode and verify it: in test mode this number gets the code 123456.
$passcodes->generateOtp(new GenerateOtp(['phone' => '+15005550009', 'recipient_id' => 'user-42']));
$verified = $passcodes->verifyOtp(new VerifyOtp(['recipient_id' => 'user-42', 'otp' => '123456']));

// Read the code of a refusal.
$refusal = null;
try {
    $texts->sendText(new SendText(['phone_number' => '+12025550', 'message' => 'Hello']));
} catch (ApiException $error) {
    $refusal = $error->getResponseObject()->getError();
}

echo json_encode([
    'status' => $sent->getStatus(),
    'replayed' => $replayed,
    'threads' => count(array_unique(array_map(fn ($thread) => $thread->getId(), $found))),
    'contacts' => count(array_unique([$ada->getContact()->getId(), $grace->getContact()->getId()])),
    'passcode' => $verified->getStatus(),
    'refusal' => $refusal,
    'reply' => $reply['text'],
]), "\n";
