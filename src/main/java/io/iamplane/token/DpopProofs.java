package io.iamplane.token;

import io.iamplane.directory.client.AssertionAlgorithm;
import io.iamplane.shared.Hashes;
import io.iamplane.shared.IamException;
import io.iamplane.shared.Shares;
import jakarta.inject.Singleton;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Clock;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Checks proofs that a request's sender has a key (DPoP, RFC 9449, section 4.3): cheap checks on
 * the event loop, the signature off it in a queue of its own, and last that it comes once.
 */
@Singleton
public class DpopProofs {

  /** The accepted algorithms, all with a private key. */
  public static final List<String> ALGORITHMS = AssertionAlgorithm.names();

  /** The greatest age of a proof, in seconds: a request that waited, or a clock that is behind. */
  static final long MOST_AGE = 60;

  /** The tolerance for a client's clock that is ahead, in seconds. */
  static final long MOST_AHEAD = 30;

  private static final Pattern ESCAPE = Pattern.compile("%[0-9A-Fa-f]{2}");
  private static final Set<String> KEPT_ESCAPES = Set.of("%2F", "%25");

  private final Issuer issuer;
  private final Clock clock;
  private final ProofPermits permits =
      new ProofPermits(SignaturePermits.ofProofs(ProofPermits.PLACES));
  private final UsedProofs used = new UsedProofs();

  DpopProofs(Issuer issuer, Clock clock) {
    this.issuer = issuer;
    this.clock = clock;
  }

  /** The same checks with places and a memory of their own, for senders of another kind. */
  public DpopProofs apart() {
    return new DpopProofs(issuer, clock);
  }

  /**
   * Checks all of a proof but its signature, and that it was not used. Waits for nothing: made for
   * the event loop.
   *
   * @param lines of the header {@code DPoP}
   * @param path raw and without a query; proofs name it below the issuer, since a host that a
   *     request names is its sender's choice
   * @throws DpopRefusedException when it has another form, or is for another request
   */
  public DpopProof screen(List<String> lines, String method, String path) {
    if (lines.size() != 1) {
      throw DpopRefusedException.notOne();
    }
    DpopProof proof = DpopProof.parse(lines.getFirst().strip());
    DpopProof.Claims claims = proof.claims();
    if (!claims.method().equals(method)) {
      throw new DpopRefusedException("'htm' must be the method of this request.");
    }
    if (!isSame(claims.url(), issuer.url(path))) {
      throw new DpopRefusedException(
          "'htu' must be the issuer's URL followed by the path of this request, without a query or"
              + " fragment.");
    }
    long age = now() - claims.issuedAt();
    if (age > MOST_AGE || age < -MOST_AHEAD) {
      throw new DpopRefusedException(
          "'iat' must be at most "
              + MOST_AGE
              + " seconds before or "
              + MOST_AHEAD
              + " seconds after the server's time.");
    }
    return proof;
  }

  /** Checks a proof like the other overload, and that it belongs to a token bound to that key. */
  public DpopProof screen(
      List<String> lines, String method, String path, RawToken token, String thumbprint) {
    DpopProof proof = screen(lines, method, path);
    String hash =
        Base64.getUrlEncoder().withoutPadding().encodeToString(Hashes.sha256(token.bytes()));
    if (!hash.equals(proof.claims().tokenHash())) {
      throw new DpopRefusedException("'ath' must be the hash of the access token.");
    }
    if (!thumbprint.equals(proof.thumbprint())) {
      throw new DpopRefusedException("'jwk' must be the key that the access token is bound to.");
    }
    return proof;
  }

  /**
   * Verifies the signature of a screened proof, and uses it up on this replica. May wait for a
   * permit: off the event loop only.
   *
   * @param owner whose places and memory it takes
   * @throws DpopRefusedException when the key did not make it, or it was used before
   * @throws io.iamplane.shared.IamException TOO_MANY_REQUESTS when the owner has too many on the
   *     way or used too many; DEPENDENCY_UNAVAILABLE if no permit came free in time
   */
  public void use(DpopProof proof, String owner) {
    if (used.contains(owner, proof)) {
      throw usedBefore();
    }
    // Before the signature, which costs more.
    used.requireRoom(owner, now());
    if (!permits.run(owner, proof::isSigned)) {
      throw new DpopRefusedException("The signature does not match the key in 'jwk'.");
    }
    if (!used.add(owner, proof, now())) {
      throw usedBefore();
    }
  }

  private long now() {
    return clock.instant().getEpochSecond();
  }

  private static DpopRefusedException usedBefore() {
    return new DpopRefusedException(
        "The proof has already been used: send a new proof with each request.");
  }

  /**
   * Compares URLs by RFC 3986, sections 6.2.2 and 6.2.3: small letters in scheme and host, the port
   * that the scheme implies, and no difference between a character and its escape.
   */
  private static boolean isSame(String claimed, String own) {
    if (claimed.equals(own)) {
      return true;
    }
    try {
      URI url = new URI(claimed);
      return url.getRawQuery() == null
          && url.getRawFragment() == null
          && url.getRawPath() != null
          && normal(url).equals(normal(new URI(own)));
    } catch (URISyntaxException e) {
      return false;
    }
  }

  private static String normal(URI url) {
    String scheme = String.valueOf(url.getScheme()).toLowerCase(Locale.ROOT);
    int usual = scheme.equals("https") ? 443 : 80;
    return scheme
        + "://"
        + String.valueOf(url.getRawAuthority()).toLowerCase(Locale.ROOT).replaceFirst(":\\d*$", "")
        + ":"
        + (url.getPort() < 0 ? usual : url.getPort())
        + unescaped(url.getRawPath());
  }

  /** A path without escapes: proxies rewrite some. Those that separate or escape stay. */
  private static String unescaped(String path) {
    return ESCAPE
        .matcher(path)
        .replaceAll(found ->
            Matcher.quoteReplacement(
                KEPT_ESCAPES.contains(found.group().toUpperCase(Locale.ROOT))
                    ? found.group().toUpperCase(Locale.ROOT)
                    : String.valueOf((char) HexFormat.fromHexDigits(found.group(), 1, 3))));
  }

  /**
   * Verifies a bounded number of proofs at once. Each request with a bound token comes here, so
   * that an owner has as many places as it leaves free: half of them alone, and equal parts beside
   * others, which still find some.
   */
  static final class ProofPermits {

    /** The places of all: the last of them waits some 12 ms for a processor's turn. */
    static final int PLACES = 256;

    private final SignaturePermits turns;
    private final Shares<String> inside = new Shares<>(PLACES, 1);

    ProofPermits(SignaturePermits turns) {
      this.turns = turns;
    }

    /**
     * Runs a verification in its turn; waits, so off the event loop only.
     *
     * @throws IamException TOO_MANY_REQUESTS for an owner of too many; DEPENDENCY_UNAVAILABLE if no
     *     permit came free in time
     */
    boolean run(String owner, BooleanSupplier verification) {
      if (!inside.take(owner)) {
        throw IamException.tooMany("Too many DPoP proofs are being verified at once.", 1);
      }
      try {
        return turns.run(verification::getAsBoolean);
      } finally {
        inside.giveBack(owner);
      }
    }

    /** The number of owners with a verification on its way. */
    int owners() {
      return inside.owners();
    }
  }
}
