//! Uses the service through the client of progenitor.

mod webhook;

mod messaging {
    progenitor::generate_api!(spec = "api.json", interface = Builder);
}

use std::{collections::HashSet, env, error::Error};

use messaging::types::{
    ContactPhoneInput, ContactPhoneNumber, E164, GenerateOtp, PhoneLabel, SendText,
};
use messaging::types::{SendTextReplyWebhookUrl, UpsertContact, VerifyOtp};
use messaging::{Client, Error::ErrorResponse};
use reqwest::header::{HeaderMap, HeaderValue};
use serde_json::json;
use uuid::Uuid;
use webhook::ReplyServer;

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let key = HeaderValue::from_str(&env::var("MESSAGING_API_KEY")?)?;
    let http = reqwest::Client::builder()
        .default_headers(HeaderMap::from_iter([("X-API-Key".parse()?, key)]));
    let client = Client::new_with_client(&env::var("MESSAGING_URL")?, http.build()?);

    // Send a text, and send it again: the second response is a replay of the first.
    let text = SendText::builder()
        .phone_number("+12025550123".parse::<E164>()?)
        .message("Your order has shipped.");
    let key = Uuid::new_v4().to_string();
    let sent = client
        .send_text()
        .idempotency_key(&*key)
        .body(text.clone())
        .send()
        .await?;
    let again = client
        .send_text()
        .idempotency_key(&*key)
        .body(text)
        .send()
        .await?;
    let mark = again.headers().get("X-Idempotency-Replayed");
    let replayed = mark.is_some_and(|value| value == "true") && again.text_id == sent.text_id;

    // Receive a reply: in test mode this number answers YES.
    let mut replies = ReplyServer::start(&env::var("MESSAGING_WEBHOOK_SECRET")?).await?;
    let question = SendText::builder()
        .phone_number("+15005550006".parse::<E164>()?)
        .message("Shall we come?")
        .reply_webhook_url(replies.url.parse::<SendTextReplyWebhookUrl>()?);
    client.send_text().body(question).send().await?;
    let reply = replies.wait().await?;

    // Read all threads, page by page.
    let mut found = Vec::new();
    let mut page = client.list_threads().per_page(1).send().await?.into_inner();
    found.append(&mut page.threads);
    while let Some(cursor) = page.next_cursor {
        page = client
            .list_threads()
            .per_page(1)
            .cursor(cursor)
            .send()
            .await?
            .into_inner();
        found.append(&mut page.threads);
    }

    // Add a contact by a bare phone, and one by a phone with a label.
    let bare = ContactPhoneNumber::try_from("+12025550123")?;
    let ada = UpsertContact::builder()
        .name(Some("Ada".parse()?))
        .phones([bare.into()]);
    let work: ContactPhoneInput = ContactPhoneInput::builder()
        .phone_number("+12025550124")
        .label("work".parse::<PhoneLabel>()?)
        .try_into()?;
    let grace = UpsertContact::builder()
        .name(Some("Grace".parse()?))
        .phones([work.into()]);
    let ada = client.upsert_contact().body(ada).send().await?;
    let grace = client.upsert_contact().body(grace).send().await?;

    // Generate a passcode and verify it: in test mode this number gets the code 123456.
    let passcode = GenerateOtp::builder()
        .phone("+15005550009")
        .recipient_id("user-42");
    client.generate_otp().body(passcode).send().await?;
    let guess = VerifyOtp::builder().recipient_id("user-42").otp("123456");
    let verified = client.verify_otp().body(guess).send().await?;

    // Read the code of a refusal.
    let to_no_phone = SendText::builder()
        .phone_number("+12025550".parse::<E164>()?)
        .message("Hello");
    let refusal = match client.send_text().body(to_no_phone).send().await {
        Err(ErrorResponse(problem)) => problem.into_inner().error,
        other => return Err(format!("not refused: {other:?}").into()),
    };

    let seen = json!({
        "status": sent.status,
        "replayed": replayed,
        "threads": found.iter().map(|thread| thread.id).collect::<HashSet<_>>().len(),
        "contacts": HashSet::from([ada.contact.id, grace.contact.id]).len(),
        "passcode": verified.status,
        "refusal": refusal,
        "reply": reply["text"],
    });
    println!("{seen}");
    Ok(())
}
