//! Uses the service through the client of openapi-generator.

mod webhook;

use std::{collections::HashSet, env, error::Error};

use messaging_client::apis::otp_api::{generate_otp, verify_otp};
use messaging_client::apis::{Error::ResponseError, configuration::Configuration};
use messaging_client::apis::{
    contacts_api::upsert_contact, messaging_api::send_text, threads_api::list_threads,
};
use messaging_client::models::{
    ContactPhoneInput, GenerateOtp, PhoneOrNumber, Problem, SendText, UpsertContact, VerifyOtp,
};
use serde_json::json;
use uuid::Uuid;
use webhook::ReplyServer;

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    // The key goes as a bearer token: an `api_key` would also be sent in the query, where logs keep it.
    let client = Configuration {
        base_path: env::var("MESSAGING_URL")?,
        bearer_access_token: Some(env::var("MESSAGING_API_KEY")?),
        ..Default::default()
    };

    // Send a text, and send it again: the second response is a replay of the first. This client returns no headers.
    let text = SendText {
        phone_number: Some("+12025550123".into()),
        ..SendText::new("Your order has shipped.".into())
    };
    let key = Uuid::new_v4().to_string();
    let sent = send_text(&client, text.clone(), Some(&key)).await?;
    let again = send_text(&client, text, Some(&key)).await?;
    let replayed = again.text_id == sent.text_id;

    // Receive a reply: in test mode this number answers YES.
    let mut replies = ReplyServer::start(&env::var("MESSAGING_WEBHOOK_SECRET")?).await?;
    let question = SendText {
        phone_number: Some("+15005550006".into()),
        reply_webhook_url: Some(replies.url.clone()),
        ..SendText::new("Shall we come?".into())
    };
    send_text(&client, question, None).await?;
    let reply = replies.wait().await?;

    // Read all threads, page by page.
    let mut found = Vec::new();
    let mut cursor = None;
    loop {
        let page = list_threads(&client, Some(1), cursor.as_deref(), None).await?;
        found.extend(page.threads);
        cursor = page.next_cursor;
        if cursor.is_none() {
            break;
        }
    }

    // Add a contact by a bare phone, and one by a phone with a label.
    let ada = UpsertContact {
        name: Some("Ada".into()),
        phones: Some(vec![PhoneOrNumber::ContactPhoneNumber(
            "+12025550123".into(),
        )]),
        ..Default::default()
    };
    let work = ContactPhoneInput {
        label: Some("work".into()),
        ..ContactPhoneInput::new("+12025550124".into())
    };
    let grace = UpsertContact {
        name: Some("Grace".into()),
        phones: Some(vec![PhoneOrNumber::ContactPhoneInput(work.into())]),
        ..Default::default()
    };
    let ada = upsert_contact(&client, ada, None).await?;
    let grace = upsert_contact(&client, grace, None).await?;

    // Generate a passcode and verify it: in test mode this number gets the code 123456.
    generate_otp(
        &client,
        GenerateOtp::new("+15005550009".into(), "user-42".into()),
        None,
    )
    .await?;
    let verified = verify_otp(
        &client,
        VerifyOtp::new("user-42".into(), "123456".into()),
        None,
    )
    .await?;

    // Read the code of a refusal.
    let to_no_phone = SendText {
        phone_number: Some("+12025550".into()),
        ..SendText::new("Hello".into())
    };
    let refusal = match send_text(&client, to_no_phone, None).await {
        Err(ResponseError(response)) => serde_json::from_str::<Problem>(&response.content)?.error,
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
