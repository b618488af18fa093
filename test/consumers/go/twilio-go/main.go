// Uses the service through the client of Twilio. Only the address of its requests is another.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/twilio/twilio-go/client"
	api "github.com/twilio/twilio-go/rest/api/v2010"
	verify "github.com/twilio/twilio-go/rest/verify/v2"
)

// toServer sends every request to the server, and counts them.
type toServer struct {
	url   *url.URL
	calls int
}

func (server *toServer) RoundTrip(request *http.Request) (*http.Response, error) {
	server.calls++
	request.URL.Scheme, request.URL.Host = server.url.Scheme, server.url.Host
	return http.DefaultTransport.RoundTrip(request)
}

var accountSid = os.Getenv("MESSAGING_ACCOUNT_SID")

func clientOf(address, token string) (*client.Client, *toServer) {
	parsed, err := url.Parse(address)
	check(err)
	server := &toServer{url: parsed}
	made := &client.Client{
		Credentials: client.NewCredentials(accountSid, token),
		HTTPClient:  &http.Client{Transport: server},
	}
	made.SetAccountSid(accountSid)
	return made, server
}

func main() {
	address := os.Getenv("MESSAGING_URL")
	base, server := clientOf(address, os.Getenv("MESSAGING_AUTH_TOKEN"))
	texts := api.NewApiServiceWithClient(base)
	number, phone := os.Getenv("MESSAGING_NUMBER"), "+12025550123"

	sent := []string{}
	for count := range 5 {
		text := must(texts.CreateMessage(textOf(number, phone, fmt.Sprintf("Text %d 🎉", count))))
		sent = append(sent, *text.Sid)
	}
	first := must(texts.FetchMessage(sent[0], &api.FetchMessageParams{}))

	// Read the texts page by page.
	before := server.calls
	found := []string{}
	for _, text := range must(texts.ListMessage((&api.ListMessageParams{}).SetTo(phone).SetPageSize(2))) {
		found = append(found, *text.Sid)
	}
	pages := server.calls - before
	slices.Reverse(sent)
	now := time.Now()
	dated := must(texts.ListMessage((&api.ListMessageParams{}).SetTo(phone).
		SetDateSentAfter(now.Add(-time.Hour)).SetDateSentBefore(now.Add(time.Hour))))

	// Send a text later, and cancel it.
	later := textOf("", "+12025550124", "Later")
	later.SetMessagingServiceSid(strings.Replace(accountSid, "AC", "MG", 1))
	later.SetScheduleType("fixed")
	later.SetSendAt(now.Add(time.Hour))
	waiting := must(texts.CreateMessage(later))
	fetched := must(texts.FetchMessage(*waiting.Sid, &api.FetchMessageParams{}))
	canceled := must(texts.UpdateMessage(*waiting.Sid, (&api.UpdateMessageParams{}).SetStatus("canceled")))

	numbers := []bool{}
	for _, each := range must(texts.ListIncomingPhoneNumber(&api.ListIncomingPhoneNumberParams{})) {
		numbers = append(numbers, *each.PhoneNumber == number)
	}
	account := must(texts.FetchAccount(accountSid))

	// Verify the phone of tests whose code is known: first a wrong guess, then the right one.
	codes := verify.NewApiServiceWithClient(base)
	service := strings.Replace(accountSid, "AC", "VA", 1)
	start := func(phone, channel string) (*verify.VerifyV2Verification, error) {
		params := (&verify.CreateVerificationParams{}).SetTo(phone).SetChannel(channel)
		return codes.CreateVerification(service, params)
	}
	guess := func(code string) (*verify.VerifyV2VerificationCheck, error) {
		params := (&verify.CreateVerificationCheckParams{}).SetTo("+15005550009").SetCode(code)
		return codes.CreateVerificationCheck(service, params)
	}
	started := must(start("+15005550009", "sms"))
	wrong := must(guess("000000"))
	right := must(guess("123456"))

	// Verify the status that is posted, and one whose status was changed.
	posts := make(chan *http.Request, 10)
	receiver := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, request *http.Request) {
		check(request.ParseForm())
		posts <- request
	}))
	defer receiver.Close()
	callback := receiver.URL + "/statuses?order=7"
	reported := must(texts.CreateMessage(textOf(number, "+12025550125", "Tell me").SetStatusCallback(callback)))
	post := <-posts
	fields := map[string]string{}
	for name := range post.PostForm {
		fields[name] = post.PostForm.Get(name)
	}
	validator := client.NewRequestValidator(os.Getenv("MESSAGING_AUTH_TOKEN"))
	isValid := func() bool { return validator.Validate(callback, fields, post.Header.Get("X-Twilio-Signature")) }
	posted := []bool{fields["MessageSid"] == *reported.Sid, isValid()}
	fields["MessageStatus"] = "failed"
	posted = append(posted, isValid())

	refusals := map[string]string{}
	_, err := texts.CreateMessage(textOf(number, "+1202555", "Hello"))
	refusals["recipient"] = refusalOf(err)
	_, err = texts.CreateMessage(textOf(number, phone, " "))
	refusals["body"] = refusalOf(err)
	_, err = texts.CreateMessage(textOf(number, "+15005550004", "Hello"))
	refusals["optedOut"] = refusalOf(err)
	_, err = texts.FetchMessage("SM"+strings.Repeat("0", 32), &api.FetchMessageParams{})
	refusals["unknown"] = refusalOf(err)
	stranger, _ := clientOf(address, strings.Repeat("0", 32))
	_, err = api.NewApiServiceWithClient(stranger).ListMessage(&api.ListMessageParams{})
	refusals["token"] = refusalOf(err)
	_, err = start(phone, "call")
	refusals["channel"] = refusalOf(err)
	_, err = guess("123456")
	refusals["guess"] = refusalOf(err)
	live, _ := clientOf(os.Getenv("MESSAGING_LIVE_URL"), os.Getenv("MESSAGING_LIVE_TOKEN"))
	_, err = api.NewApiServiceWithClient(live).CreateMessage(textOf(number, phone, "Hello"))
	refusals["carrier"] = refusalOf(err)

	check(json.NewEncoder(os.Stdout).Encode(map[string]any{
		"sent":         []any{*first.Direction, *first.NumSegments, *first.From == number, *first.Body},
		"listed":       []any{pages, slices.Equal(found, sent)},
		"dated":        len(dated),
		"scheduled":    []string{*waiting.Status, *fetched.Status, *canceled.Status},
		"numbers":      numbers,
		"account":      []string{*account.Status, *account.Type},
		"verification": []string{*started.Status, *wrong.Status, *right.Status},
		"posted":       posted,
		"refusals":     refusals,
	}))
}

// textOf makes a text. An empty sender is none.
func textOf(from, to, body string) *api.CreateMessageParams {
	params := (&api.CreateMessageParams{}).SetTo(to).SetBody(body)
	if from != "" {
		params.SetFrom(from)
	}
	return params
}

// refusalOf returns the status and the code of the client's own error.
func refusalOf(err error) string {
	var refusal *client.TwilioRestError
	if !errors.As(err, &refusal) {
		log.Fatal("not refused: ", err)
	}
	return fmt.Sprintf("%d %d", refusal.Status, refusal.Code)
}

func must[T any](value T, err error) T {
	check(err)
	return value
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
