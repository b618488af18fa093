// Uses the service through the client of ogen.
package main

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"log"
	"net/url"
	"os"

	messaging "example.com/consumer/sdk"
)

func main() {
	ctx := context.Background()
	client, err := messaging.NewClient(os.Getenv("MESSAGING_URL"), apiKey{value: os.Getenv("MESSAGING_API_KEY")})
	check(err)

	// Send a text, and send it again: the second response is a replay of the first.
	text := &messaging.SendText{
		PhoneNumber: messaging.NewOptE164("+12025550123"),
		Message:     "Your order has shipped.",
	}
	retry := messaging.SendTextParams{
		IdempotencyKey: messaging.NewOptIdempotencyKey(messaging.IdempotencyKey(rand.Text())),
	}
	sent := as[*messaging.SentTextHeaders](client.SendText(ctx, text, retry))
	again := as[*messaging.SentTextHeaders](client.SendText(ctx, text, retry))
	replayed := again.XIdempotencyReplayed.Value == "true" && again.Response.TextId == sent.Response.TextId

	// Receive a reply: in test mode this number answers YES.
	replies, err := StartReplyServer(os.Getenv("MESSAGING_WEBHOOK_SECRET"))
	check(err)
	address, err := url.Parse(replies.URL)
	check(err)
	as[*messaging.SentTextHeaders](client.SendText(ctx, &messaging.SendText{
		PhoneNumber:     messaging.NewOptE164("+15005550006"),
		Message:         "Shall we come?",
		ReplyWebhookUrl: messaging.NewOptURI(*address),
	}, messaging.SendTextParams{}))
	body, err := replies.Wait()
	check(err)
	var reply messaging.MessageReceived
	check(reply.UnmarshalJSON(body))

	// Read all threads, page by page.
	found := map[messaging.UUID]messaging.MessageThread{}
	params := messaging.ListThreadsParams{PerPage: messaging.NewOptInt32(1)}
	for more := true; more; {
		page := as[*messaging.ThreadPageHeaders](client.ListThreads(ctx, params)).Response
		for _, thread := range page.Threads {
			found[thread.ID] = thread
		}
		var cursor string
		cursor, more = page.NextCursor.Get()
		params.Cursor = messaging.NewOptString(cursor)
	}

	// Add a contact by a bare phone, and one by a phone with a label.
	ada := as[*messaging.UpsertedContactHeaders](client.UpsertContact(ctx, &messaging.UpsertContact{
		Name:   messaging.NewOptContactName("Ada"),
		Phones: []messaging.PhoneOrNumber{messaging.NewContactPhoneNumberPhoneOrNumber("+12025550123")},
	}, messaging.UpsertContactParams{}))
	work := messaging.ContactPhoneInput{PhoneNumber: "+12025550124", Label: messaging.NewOptPhoneLabel("work")}
	grace := as[*messaging.UpsertedContactHeaders](client.UpsertContact(ctx, &messaging.UpsertContact{
		Name:   messaging.NewOptContactName("Grace"),
		Phones: []messaging.PhoneOrNumber{messaging.NewContactPhoneInputPhoneOrNumber(work)},
	}, messaging.UpsertContactParams{}))
	contacts := map[messaging.UUID]bool{ada.Response.Contact.ID: true, grace.Response.Contact.ID: true}

	// Generate a passcode and verify it: in test mode this number gets the code 123456.
	passcode := &messaging.GenerateOtp{Phone: "+15005550009", RecipientID: "user-42"}
	as[*messaging.GeneratedOtpHeaders](client.GenerateOtp(ctx, passcode, messaging.GenerateOtpParams{}))
	guess := &messaging.VerifyOtp{RecipientID: "user-42", Otp: "123456"}
	verified := as[*messaging.VerifiedOtpHeaders](client.VerifyOtp(ctx, guess, messaging.VerifyOtpParams{}))

	// Read the code of a refusal.
	text.PhoneNumber.SetTo("+12025550")
	refused := as[*messaging.SendTextUnprocessableEntity](client.SendText(ctx, text, messaging.SendTextParams{}))

	check(json.NewEncoder(os.Stdout).Encode(map[string]any{
		"status":   sent.Response.Status,
		"replayed": replayed,
		"threads":  len(found),
		"contacts": len(contacts),
		"passcode": verified.Response.Status,
		"refusal":  refused.Error,
		"reply":    reply.Text,
	}))
}

// as returns an answer as one of its possible types.
func as[T any](answer any, err error) T {
	check(err)
	expected, ok := answer.(T)
	if !ok {
		log.Fatalf("unexpected answer: %+v", answer)
	}
	return expected
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
