// Uses the service through the client of openapi-generator.
package main

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"log"
	"os"

	messaging "example.com/consumer/sdk"
)

func main() {
	configuration := messaging.NewConfiguration()
	configuration.Servers = messaging.ServerConfigurations{{URL: os.Getenv("MESSAGING_URL")}}
	client := messaging.NewAPIClient(configuration)
	ctx := context.WithValue(context.Background(), messaging.ContextAPIKeys, map[string]messaging.APIKey{
		"ApiKeyHeader": {Key: os.Getenv("MESSAGING_API_KEY")},
	})

	// Send a text, and send it again: the second response is a replay of the first.
	text := messaging.NewSendText("Your order has shipped.")
	text.SetPhoneNumber("+12025550123")
	key := rand.Text()
	sent, _, err := client.MessagingAPI.SendText(ctx).SendText(*text).IdempotencyKey(key).Execute()
	check(err)
	again, response, err := client.MessagingAPI.SendText(ctx).SendText(*text).IdempotencyKey(key).Execute()
	check(err)
	replayed := response.Header.Get("X-Idempotency-Replayed") == "true" && again.TextId == sent.TextId

	// Receive a reply: in test mode this number answers YES.
	replies, err := StartReplyServer(os.Getenv("MESSAGING_WEBHOOK_SECRET"))
	check(err)
	question := messaging.NewSendText("Shall we come?")
	question.SetPhoneNumber("+15005550006")
	question.SetReplyWebhookUrl(replies.URL)
	_, _, err = client.MessagingAPI.SendText(ctx).SendText(*question).Execute()
	check(err)
	body, err := replies.Wait()
	check(err)
	var reply messaging.MessageReceived
	check(json.Unmarshal(body, &reply))

	// Read all threads, page by page.
	found := map[string]messaging.MessageThread{}
	request := client.ThreadsAPI.ListThreads(ctx).PerPage(1)
	for more := true; more; {
		page, _, err := request.Execute()
		check(err)
		for _, thread := range page.Threads {
			found[thread.Id] = thread
		}
		more = page.NextCursor.Get() != nil
		request = request.Cursor(page.GetNextCursor())
	}

	// Add a contact by a bare phone, and one by a phone with a label.
	phone := "+12025550123"
	ada := messaging.NewUpsertContact()
	ada.SetName("Ada")
	ada.SetPhones([]messaging.PhoneOrNumber{{String: &phone}})
	first, _, err := client.ContactsAPI.UpsertContact(ctx).UpsertContact(*ada).Execute()
	check(err)
	work := messaging.NewContactPhoneInput("+12025550124")
	work.SetLabel("work")
	grace := messaging.NewUpsertContact()
	grace.SetName("Grace")
	grace.SetPhones([]messaging.PhoneOrNumber{{ContactPhoneInput: work}})
	second, _, err := client.ContactsAPI.UpsertContact(ctx).UpsertContact(*grace).Execute()
	check(err)
	contacts := map[string]bool{first.Contact.Id: true, second.Contact.Id: true}

	// Generate a passcode and verify it: in test mode this number gets the code 123456.
	passcode := messaging.NewGenerateOtp("+15005550009", "user-42")
	_, _, err = client.OtpAPI.GenerateOtp(ctx).GenerateOtp(*passcode).Execute()
	check(err)
	guess := messaging.NewVerifyOtp("user-42", "123456")
	verified, _, err := client.OtpAPI.VerifyOtp(ctx).VerifyOtp(*guess).Execute()
	check(err)

	// Read the code of a refusal.
	text.SetPhoneNumber("+12025550")
	_, _, err = client.MessagingAPI.SendText(ctx).SendText(*text).Execute()
	var failure *messaging.GenericOpenAPIError
	if !errors.As(err, &failure) {
		log.Fatal("a phone that is none was accepted")
	}
	problem, _ := failure.Model().(messaging.Problem)

	check(json.NewEncoder(os.Stdout).Encode(map[string]any{
		"status":   sent.Status,
		"replayed": replayed,
		"threads":  len(found),
		"contacts": len(contacts),
		"passcode": verified.Status,
		"refusal":  problem.Error,
		"reply":    reply.Text,
	}))
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
