# A stranger's first hour, from README and `--help` alone. `run` shows a command and its output.

run() {
  printf '$ %s\n' "$*"
  status=0
  eval "$*" || status=$?
  if [ "$status" != 0 ]; then printf '[exit code %s]\n' "$status"; fi
  printf '\n'
}

# Waits until a command prints a text, because the simulated carrier takes a second.
until_shown() {
  for _ in $(seq 150); do
    if eval "$2" 2>/dev/null | grep -q "$1"; then return; fi
    sleep 0.2
  done
  echo "never shown: $1"
}

run messaging --version
run messaging sned
run messaging whoami --columns team,name,mode,scopes
run messaging profiles show --columns url,source
run messaging numbers list

run 'messaging send +12025550123 "Shipped."'
THREAD_ID=$(messaging threads list -o id)
until_shown delivered 'messaging threads messages $THREAD_ID -o json'
run messaging threads list
run 'messaging threads messages $THREAD_ID --columns createdAt,direction,status,body'
run messaging threads get '$THREAD_ID' --columns contactPhone,senderPhone,lastDirection,lastBody
run 'messaging send "(202) 555-0123" "On its way." --country US --idempotency-key order-1042 --jq .textId'
run 'messaging send "(202) 555-0123" "On its way." --country US --idempotency-key order-1042 --jq .textId'
run 'date +today | messaging send +12025550123 - --jq .segments'
run 'messaging send +12025550123 "A dry run." --dry-run'
run 'messaging send +12025550123 "As curl." --curl'
run 'messaging send +12025550123 ""'
run messaging send 'nobody hello'

run 'messaging simulate inbound "Where is it?" --from +12025550123 --jq .status'
until_shown 'Where is it' 'messaging threads replies $THREAD_ID --since 10m -o json'
run 'messaging threads replies $THREAD_ID --since 10m --columns body'
run messaging simulate inbound STOP --from +12025550123 --jq .status
run 'messaging send +12025550123 "Are you there?"'
run messaging opt-outs list --team default --columns phoneNumber,source
run messaging simulate inbound START --from +12025550123 --jq .status
run messaging opt-outs history +12025550123 --team default --columns consent,source,keyword
run messaging threads get 00000000-0000-4000-8000-000000000000

run messaging otp generate +15005550009 user-42 --test --jq .status
run messaging otp verify user-42 123456 --test --jq .status
run messaging otp verify user-42 123456 --test

run 'messaging contacts create --name "Ada Lovelace" --phone +12025550123 --tag customer --jq .contact.tags'
run 'messaging contacts upsert --external-id crm-7 --phone +12025550123 --add-tag vip --jq .contact.tags'
run 'messaging contacts upsert --external-id crm-7 --tag only --jq .contact.tags'
run 'messaging contacts create --name "Ada L." --phone +12025550123 --company Engines --jq .success'
run messaging contacts list --columns name,company,primaryPhone,tags
run messaging contacts find +12025550123
run messaging contacts duplicates --jq "'.duplicateGroups[].reason'"
run messaging contacts dedupe --dry-run
run messaging contacts dedupe --reason same_phone --yes
run messaging contacts find +12025550123 --jq .contact.name
CONTACT_ID=$(messaging contacts list -o id)
run 'messaging contacts phones add $CONTACT_ID +12025550124 --label work --jq .phone.label'
run 'messaging contacts update $CONTACT_ID --role CTO --remove-tag only --unset company --jq .contact.role'
run messaging contacts export --columns name,role,phones

run messaging numbers create --name Support --phone +12025550101 --sid PN1 --capability sms=true --columns name,phoneNumber,capabilities
run messaging numbers list
run 'messaging send +12025550199 "Hello." --from support --jq .from'
NUMBER_ID=$(messaging numbers list --jq '.businessNumbers[] | select(.name == "Support").id')
run 'messaging numbers archive $NUMBER_ID --columns name,status'
run messaging numbers release +12025550101 --columns name,status,phoneNumber

run messaging keys create --team default --name agent --scope messages:read --recipient +1202 --segments-per-day 100 --columns name,scopes,recipients,segmentsPerDay
run messaging keys list --team default --columns name,mode,scopes
run messaging keys create --team nobody
run messaging teams create acme --columns name,status
run messaging teams list --columns name,status
until_shown 3 "messaging callbacks list --jq '[.[] | select(.outcome == \"stored\")] | length'"
run messaging callbacks list --columns kind,outcome,from,to
run messaging jobs failed
run messaging webhooks list --team default

run messaging webhooks endpoints create https://example.com/hook --type message.status --jq .webhookEndpoint.types
run messaging webhooks endpoints list --columns url,types,enabled
run messaging events list --since 1h
run 'messaging contacts upsert --external-id crm-8 --name "Bob Ross" --phone +12025550188 --jq .created'
run messaging events list --since 1h --limit 1
run messaging audit --limit 3 --columns operation,outcome

run 'messaging segments "Grüße 👋"'
run 'messaging api GET "/api/threads?per_page=1" --jq ".threads | length"'
run messaging api FOO /api/threads
# The doctor compares the clocks.
unset NODE_OPTIONS
run messaging doctor --columns check,status,todo
run messaging threads list --columns nope
