// Posts the Send-SMS hook, signed by the library that Supabase Auth signs it with, and as it does.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"strings"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
)

// answer is what the hook was answered with.
type answer struct {
	status   int
	replayed string
	body     struct {
		Error *struct {
			HTTPCode int `json:"http_code"`
		}
	}
}

func main() {
	// The setting of Supabase Auth has all its secrets, each with its version in front.
	own := os.Getenv("MESSAGING_HOOK_SECRETS")
	other := "v1,whsec_c2VjcmV0cyBvZiBhbm90aGVyIHNlcnZlciwgMzI="
	phone := "12025550123"
	attempts := []answer{}
	body := hookOf(phone, true)
	for attempt := range 3 {
		attempts = append(attempts, post(own+"|"+other, fmt.Sprintf("msg_attempt_%d", attempt), body))
	}
	statuses, replayed := []int{}, []string{}
	for _, each := range attempts {
		statuses = append(statuses, each.status)
		replayed = append(replayed, each.replayed)
	}
	optedOut := post(own, "msg_opted_out", hookOf(strings.TrimPrefix(os.Getenv("MESSAGING_OPTED_OUT"), "+"), true))
	earlier := post(own, "msg_earlier", hookOf(phone, false))
	forged := post(other, "msg_forged", body)

	check(json.NewEncoder(os.Stdout).Encode(map[string]any{
		"attempts": statuses,
		"replayed": replayed,
		"optedOut": []int{optedOut.status, optedOut.body.Error.HTTPCode},
		"earlier":  []any{earlier.status, earlier.body.Error == nil},
		"forged":   forged.status,
	}))
}

// hookOf makes the body of a hook. Earlier versions had no metadata, and the phone in the user only.
func hookOf(phone string, isCurrent bool) []byte {
	sms := map[string]any{"otp": "013457"}
	hook := map[string]any{
		"user": map[string]any{"id": "0ee9e77b-4ef5-4d51-8f5c-9c3a6f0f3f3b", "aud": "authenticated", "phone": phone},
		"sms":  sms,
	}
	if isCurrent {
		sms["phone"] = phone
		hook["metadata"] = map[string]any{
			"uuid": fmt.Sprintf("1f0f5c1e-9f0f-4b7e-8f3b-%012s", phone),
			"time": time.Now().UTC().Format(time.RFC3339),
			"name": "send-sms",
		}
	}
	body, err := json.Marshal(hook)
	check(err)
	return body
}

// post signs a body with all secrets, whose signatures a comma and a space join.
func post(secrets, id string, body []byte) answer {
	now := time.Now()
	signatures := []string{}
	for _, secret := range strings.Split(secrets, "|") {
		webhook, err := standardwebhooks.NewWebhook(strings.TrimPrefix(secret, "v1,"))
		check(err)
		signature, err := webhook.Sign(id, now, body)
		check(err)
		signatures = append(signatures, signature)
	}
	request, err := http.NewRequest("POST", os.Getenv("MESSAGING_HOOK_URL"), bytes.NewReader(body))
	check(err)
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("webhook-id", id)
	request.Header.Set("webhook-timestamp", fmt.Sprint(now.Unix()))
	request.Header.Set("webhook-signature", strings.Join(signatures, ", "))
	response, err := http.DefaultClient.Do(request)
	check(err)
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	check(err)
	made := answer{status: response.StatusCode, replayed: response.Header.Get("X-Idempotency-Replayed")}
	check(json.Unmarshal(text, &made.body))
	return made
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
