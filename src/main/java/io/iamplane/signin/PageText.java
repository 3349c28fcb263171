package io.iamplane.signin;

/**
 * The texts of pages, in each language. They stand in HTML as they are; a value in the place of
 * {@code %s} must be escaped.
 */
public enum PageText {
  // Sign-in.
  SIGN_IN("Sign in", "Anmelden"),
  SIGN_IN_WITH_PASSKEY("Sign in with a passkey", "Mit einem Passkey anmelden"),
  SIGN_IN_AT_COMPANY(
      "Sign in with your company account", "Mit dem Konto Ihres Unternehmens anmelden"),
  ORGANIZATION("Organization", "Organisation"),
  CONTINUE_TO_COMPANY(
      "Continue to your company's sign-in", "Weiter zur Anmeldung Ihres Unternehmens"),

  // Sign-out.
  SIGN_OUT("Sign out", "Abmelden"),
  SIGN_OUT_QUESTION("Do you want to sign out?", "Möchten Sie sich abmelden?"),
  SIGNED_OUT("Signed out", "Abgemeldet"),
  YOU_HAVE_SIGNED_OUT("You have signed out.", "Sie haben sich abgemeldet."),
  NOT_SIGNED_IN("Not signed in", "Nicht angemeldet"),
  YOU_ARE_NOT_SIGNED_IN("You are not signed in.", "Sie sind hier nicht angemeldet."),

  // Passkeys.
  WELCOME("Welcome", "Willkommen"),
  MAKE_PASSKEY_HERE(
      "%s, create a passkey on this device. You will use it to sign in from now on.",
      "%s, erstellen Sie auf diesem Gerät einen Passkey, mit dem Sie sich künftig anmelden."),
  MAKE_PASSKEY("Create a passkey", "Passkey erstellen"),
  PASSKEY_MADE("Passkey created", "Sie haben einen Passkey"),
  GO_TO_APPLICATION(
      "Go to the application and sign in with your passkey.",
      "Gehen Sie zur Anwendung, und melden Sie sich mit Ihrem Passkey an."),
  SCRIPT_NEEDED("Passkeys need JavaScript.", "Für einen Passkey ist JavaScript nötig."),
  DEVICE_KNOWN(
      "This device already has a passkey for your account.",
      "Auf diesem Gerät haben Sie bereits einen Passkey."),
  DEVICE_FAILED(
      "That did not work. Please try again, or use another browser.",
      "Das hat nicht funktioniert. Bitte versuchen Sie es noch einmal, oder verwenden Sie einen"
          + " anderen Browser."),
  PASSKEY_REFUSED(
      "This passkey was not recognized, or its response was not valid. Please try again.",
      "Dieser Passkey ist hier nicht bekannt, oder seine Antwort war nicht richtig. Bitte versuchen"
          + " Sie es noch einmal."),
  PASSKEY_REUSED(
      "You have signed in on a newer page in the meantime. Go back and reload the page.",
      "Sie haben sich inzwischen auf einer neueren Seite angemeldet. Gehen Sie zurück, und laden"
          + " Sie die Seite neu."),
  CHALLENGE_OVER(
      "The page has expired. Go back, reload it and use your passkey.",
      "Die Seite ist zu alt. Gehen Sie zurück, laden Sie sie neu, und verwenden Sie Ihren"
          + " Passkey."),
  DEVICE_RESPONSE_REFUSED(
      "Your device's response was not valid. Open the link and try again.",
      "Die Antwort des Geräts war nicht richtig. Öffnen Sie den Link erneut, und versuchen Sie es"
          + " noch einmal."),
  DEVICE_NOT_ALLOWED(
      "This kind of security key is not allowed here. Ask the operator which kinds are allowed,"
          + " then open the link again and use one of those.",
      "Diese Art von Sicherheitsschlüssel ist hier nicht erlaubt. Fragen Sie den Betreiber, welche"
          + " erlaubt sind, öffnen Sie den Link erneut, und verwenden Sie einen davon."),
  LINK_OVER(
      "This link has already been used or has expired. Ask the operator for a new one.",
      "Dieser Link wurde bereits verwendet oder ist abgelaufen. Bitten Sie den Betreiber um einen"
          + " neuen."),
  LINK_INCOMPLETE(
      "The link is incomplete. Copy the whole link.",
      "Der Link ist nicht vollständig. Kopieren Sie ihn ganz."),
  PASSKEYS_FULL(
      "This account already has 20 passkeys, the maximum.",
      "Dieses Konto hat 20 Passkeys, mehr sind nicht möglich."),
  PASSKEY_IN_USE("This passkey is already in use.", "Dieser Passkey wird bereits verwendet."),

  // Sign-in at the company.
  COMPANY_UNKNOWN(
      "Sign-in with a company account is not set up for this name.",
      "Für diesen Namen ist keine Anmeldung mit einem Unternehmenskonto eingerichtet."),
  COMPANY_ACCOUNT_REFUSED(
      "You cannot sign in here with your company account. Ask your administrator.",
      "Mit dem Konto Ihres Unternehmens können Sie sich hier nicht anmelden. Wenden Sie sich an"
          + " Ihre Administration."),
  COMPANY_FAILED(
      "Your company's sign-in did not work. Go back to the application and try again.",
      "Die Anmeldung bei Ihrem Unternehmen hat nicht funktioniert. Gehen Sie zurück zur Anwendung,"
          + " und versuchen Sie es noch einmal."),
  TRIP_OVER(
      "This sign-in has expired or was started in another browser. Go back to the application and"
          + " try again.",
      "Diese Anmeldung war beendet oder wurde anderswo begonnen. Gehen Sie zurück zur Anwendung."),
  REQUEST_TOO_LONG_FOR_COMPANY(
      "The application's request is too long for sign-in through your company.",
      "Die Anfrage der Anwendung ist zu lang für eine Anmeldung bei Ihrem Unternehmen."),

  // Refusals.
  FAILED("That did not work", "Das hat nicht funktioniert"),
  DEFECT(
      "Something went wrong. Please try again.",
      "Hier ist ein Fehler aufgetreten. Bitte versuchen Sie es noch einmal."),
  UNAVAILABLE("Sign-in is not available", "Die Anmeldung ist nicht verfügbar"),
  TRY_IN_A_MINUTE(
      "No one can sign in at the moment. Please try again in a minute.",
      "Im Moment ist keine Anmeldung möglich. Bitte versuchen Sie es in einer Minute noch einmal."),
  WAIT("Please wait", "Bitte warten Sie"),
  TOO_MANY_ATTEMPTS("There have been too many attempts.", "Es gab zu viele Versuche."),
  ACCOUNT_REFUSED(
      "You cannot sign in with this account.", "Mit diesem Konto ist keine Anmeldung möglich."),
  NO_METHOD(
      "Sign-in is not set up on this server.",
      "In dieser Installation können sich Personen nicht anmelden."),
  FORM_OF_ELSEWHERE(
      "This form did not come from this page. Go back to the application and try again.",
      "Dieses Formular kam nicht von dieser Seite. Gehen Sie zurück zur Anwendung, und versuchen"
          + " Sie es noch einmal."),
  FORM_TOO_LARGE("The form is too large.", "Das Formular ist zu groß."),
  FORM_BROKEN("The form is not encoded correctly.", "Die Kodierung des Formulars ist fehlerhaft."),
  PARAMETER_TWICE("A parameter is given more than once.", "Ein Parameter ist doppelt angegeben."),

  // Requests of applications.
  APPLICATION_UNKNOWN(
      "This application is not registered on this server.",
      "Die Anwendung ist hier nicht bekannt."),
  ANOTHER_CLIENT(
      "The parameter 'client_id' does not match the application that sent the request.",
      "Der Parameter client_id ist nicht der Client, der anfragt."),
  RETURN_UNKNOWN(
      "The application gave no return address, or gave one that is not registered for it.",
      "Die Anwendung hat nicht angegeben, wohin Sie zurückkehren, oder eine Adresse genannt, die"
          + " nicht für sie registriert ist."),
  REQUEST_TOO_LONG("The request is too long.", "Die Anfrage ist zu lang."),
  REQUEST_OVER(
      "This request has already been used or has expired. Go back to the application and try"
          + " again.",
      "Diese Anfrage wurde bereits verwendet oder ist abgelaufen. Gehen Sie zurück zur Anwendung."),
  STATE_TOO_LONG(
      "The parameter 'state' must have at most 2,048 characters, all of them printable ASCII.",
      "Der Parameter state darf höchstens 2048 Zeichen haben, nur druckbares ASCII."),
  SIGN_OUT_STATE_TOO_LONG(
      "The parameter 'state' must have at most 512 characters, all of them printable ASCII.",
      "Der Parameter state darf höchstens 512 Zeichen haben, nur druckbares ASCII."),
  SIGN_OUT_RETURN_UNKNOWN(
      "The return address is not registered for the application.",
      "Die Adresse für die Rückkehr ist nicht für die Anwendung registriert."),
  HINT_REFUSED(
      "The parameter 'id_token_hint' is not valid.",
      "Der Parameter id_token_hint ist hier nicht gültig."),
  HINT_OF_ANOTHER(
      "The token in 'id_token_hint' was issued to another application.",
      "Der Parameter id_token_hint wurde für eine andere Anwendung ausgestellt."),

  // Development.
  DEMO_PEOPLE(
      "Development only. Sign in to the demo tenant as:",
      "Nur für die Entwicklung. Beim Demo-Mandanten anmelden als:"),
  DEMO_EMPTY(
      "The demo tenant has no people yet. Reload this page in a moment.",
      "Der Demo-Mandant hat noch keine Personen. Laden Sie diese Seite gleich noch einmal."),
  DEMO_UNKNOWN("The demo tenant has no such person.", "Der Demo-Mandant hat keine solche Person."),
  ERASED("(erased)", "(gelöscht)");

  private final String english;
  private final String german;

  PageText(String english, String german) {
    this.english = english;
    this.german = german;
  }

  public String in(PageLanguage language) {
    return switch (language) {
      case ENGLISH -> english;
      case GERMAN -> german;
    };
  }
}
