// Uses the service through the client of oapi-codegen.
package main

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"log"
	"net/http"
	"os"

	messaging "example.com/consumer/sdk"
)

func main() {
	ctx := context.Background()
	authenticate := func(_ context.Context, request *http.Request) error {
		request.Header.Set("X-API-Key", os.Getenv("MESSAGING_API_KEY"))
		return nil
	}
	client, err := messaging.NewClientWithResponses(
		os.Getenv("MESSAGING_URL"),
		messaging.WithRequestEditorFn(authenticate),
	)
	check(err)

	// Send a text, and send it again: the second response is a replay of the first.
	text := messaging.SendText{PhoneNumber: to("+12025550123"), Message: "Your order has shipped."}
	retry := &messaging.SendTextParams{IdempotencyKey: to(rand.Text())}
	sent, err := client.SendTextWithResponse(ctx, retry, text)
	check(err)
	again, err := client.SendTextWithResponse(ctx, retry, text)
	check(err)
	replay := again.Headers200.XIdempotencyReplayed
	replayed := replay != nil && *replay == "true" && again.JSON200.TextId == sent.JSON200.TextId

	// Receive a reply: in test mode this number answers YES.
	replies, err := StartReplyServer(os.Getenv("MESSAGING_WEBHOOK_SECRET"))
	check(err)
	_, err = client.SendTextWithResponse(ctx, nil, messaging.SendText{
		PhoneNumber:     to("+15005550006"),
		Message:         "Shall we come?",
		ReplyWebhookUrl: &replies.URL,
	})
	check(err)
	body, err := replies.Wait()
	check(err)
	var reply messaging.MessageReceived
	check(json.Unmarshal(body, &reply))

	// Read all threads, page by page.
	found := map[messaging.Uuid]messaging.MessageThread{}
	params := &messaging.ListThreadsParams{PerPage: to(int32(1))}
	for {
		page, err := client.ListThreadsWithResponse(ctx, params)
		check(err)
		for _, thread := range page.JSON200.Threads {
			found[thread.Id] = thread
		}
		if page.JSON200.NextCursor.IsNull() {
			break
		}
		params.Cursor = to(page.JSON200.NextCursor.MustGet())
	}

	// Add a contact by a bare phone, and one by a phone with a label.
	var bare, labelled messaging.PhoneOrNumber
	check(bare.FromContactPhoneNumber("+12025550123"))
	check(labelled.FromContactPhoneInput(messaging.ContactPhoneInput{
		PhoneNumber: "+12025550124",
		Label:       to("work"),
	}))
	ada, err := client.UpsertContactWithResponse(ctx, nil, messaging.UpsertContact{
		Name:   to("Ada"),
		Phones: &[]messaging.PhoneOrNumber{bare},
	})
	check(err)
	grace, err := client.UpsertContactWithResponse(ctx, nil, messaging.UpsertContact{
		Name:   to("Grace"),
		Phones: &[]messaging.PhoneOrNumber{labelled},
	})
	check(err)
	contacts := map[messaging.Uuid]bool{ada.JSON200.Contact.Id: true, grace.JSON200.Contact.Id: true}

	// Generate a passcode and verify it: in test mode this number gets the code 123456.
	passcode := messaging.GenerateOtp{Phone: "+15005550009", RecipientId: "user-42"}
	_, err = client.GenerateOtpWithResponse(ctx, nil, passcode)
	check(err)
	guess := messaging.VerifyOtp{RecipientId: "user-42", Otp: "123456"}
	verified, err := client.VerifyOtpWithResponse(ctx, nil, guess)
	check(err)

	// Read the code of a refusal.
	refused, err := client.SendTextWithResponse(ctx, nil, messaging.SendText{
		PhoneNumber: to("+12025550"),
		Message:     "Hello",
	})
	check(err)

	check(json.NewEncoder(os.Stdout).Encode(map[string]any{
		"status":   sent.JSON200.Status,
		"replayed": replayed,
		"threads":  len(found),
		"contacts": len(contacts),
		"passcode": verified.JSON200.Status,
		"refusal":  refused.JSON422.Error,
		"reply":    reply.Text,
	}))
}

// to returns a pointer to a value, which is how optional fields are given.
func to[T any](value T) *T { return &value }

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
