package io.iamplane.packaged.siege;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.concurrent.ThreadLocalRandom;

/** Floods of wrong credentials, from the address that the victim has as well. */
final class Floods implements Attack {

  private static final int THREADS = 4;
  private static final Duration PAUSE = Duration.ofMillis(20);

  private final String name;
  private final Flood flood;

  private Floods(String name, Flood flood) {
    this.name = name;
    this.flood = flood;
  }

  /** One drop of it. */
  private interface Flood {
    void once(Target target, Tally tally, Wire wire, int round) throws IOException;
  }

  /** Tokens that are none, and those that look like one and cost a verification. */
  static Floods tokens() {
    return new Floods(
        "wrong tokens",
        (target, tally, wire, round) -> {
          boolean garbage = round % 2 == 0;
          read(
              target,
              tally,
              wire,
              garbage ? "garbage" : "forged",
              garbage ? garbage() : forged(target.token()),
              target.victimAddress());
        });
  }

  /** Clients write the header themselves, and the proxy adds to it. */
  static Floods spoofed() {
    return new Floods(
        "spoofed addresses",
        (target, tally, wire, _) ->
            read(
                target,
                tally,
                wire,
                "forged",
                forged(target.token()),
                Target.anyAddress() + ", " + target.victimAddress()));
  }

  /** The token endpoint, with right, wrong and unknown credentials. */
  static Floods secrets() {
    return new Floods("token endpoint", Floods::secret);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public void run(Target target, Tally tally) throws Exception {
    target.repeat(THREADS, PAUSE, (wire, round) -> flood.once(target, tally, wire, round));
  }

  private static void read(
      Target target, Tally tally, Wire wire, String what, String token, String address)
      throws IOException {
    target.ask(
        wire, tally, what, "GET", Target.API + "capabilities", "", Target.headers(token, address));
  }

  private static void secret(Target target, Tally tally, Wire wire, int round) throws IOException {
    String what =
        switch (round % 4) {
          case 0 -> "right";
          case 1 -> "unknown";
          default -> "wrong";
        };
    String id = what.equals("unknown") ? "iamc_" + round : target.clientId();
    String secret = what.equals("right") ? target.clientSecret() : garbage();
    String basic =
        Base64.getEncoder().encodeToString((id + ":" + secret).getBytes(StandardCharsets.UTF_8));
    target.ask(
        wire,
        tally,
        what,
        "POST",
        "/oauth/token",
        "grant_type=client_credentials",
        new String[] {
          "Authorization",
          "Basic " + basic,
          "Content-Type",
          "application/x-www-form-urlencoded",
          "X-Forwarded-For",
          target.victimAddress()
        });
  }

  private static String garbage() {
    byte[] bytes = new byte[300];
    ThreadLocalRandom.current().nextBytes(bytes);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /** The head and the claims of a good token, under a signature that is of nothing. */
  private static String forged(String token) {
    byte[] signature = new byte[64];
    ThreadLocalRandom.current().nextBytes(signature);
    signature[0] &= 0x7f;
    signature[32] &= 0x7f;
    return token.substring(0, token.lastIndexOf('.') + 1)
        + Base64.getUrlEncoder().withoutPadding().encodeToString(signature);
  }
}
