package io.iamplane.oauth;

import io.iamplane.directory.client.Client;
import io.iamplane.shared.wire.CurrentCaller;
import io.iamplane.token.DpopProof;
import io.iamplane.token.DpopProofs;
import io.iamplane.token.DpopRefusedException;
import io.iamplane.token.KeyProof;
import jakarta.inject.Singleton;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Checks DPoP proofs at the OAuth endpoints (RFC 9449, sections 5 and 10.1). */
@Singleton
class TokenProofs {

  private static final String METHOD = "POST";

  /** The account of all senders of pushed requests. */
  private static final String PUSHED = "pushed-requests";

  private final DpopProofs tokens;
  private final DpopProofs pushed;
  private final TokenAdmission admission;
  private final CurrentCaller sender;

  TokenProofs(DpopProofs proofs, TokenAdmission admission, CurrentCaller sender) {
    this.tokens = proofs.apart();
    this.pushed = proofs.apart();
    this.admission = admission;
    this.sender = sender;
  }

  /** The proof in lines of the header {@code DPoP}; its use throws invalid_dpop_proof. */
  KeyProof of(List<String> lines) {
    return lines.isEmpty()
        ? KeyProof.NONE
        : (organization, account) ->
            use(tokens, lines, TokenResource.PATH, organization.toString(), account);
  }

  /**
   * Uses up the proof of a pushed request, from lines of the header {@code DPoP}. Its sender is
   * unknown: its network has the places.
   *
   * @return the thumbprint of its key; null if there is no such header
   * @throws OAuthException invalid_dpop_proof
   */
  @Nullable String pushed(List<String> lines) {
    return lines.isEmpty()
        ? null
        : use(pushed, lines, PushedRequestResource.PATH, sender.network(), PUSHED);
  }

  /**
   * Uses the proof of an authenticated client up, which it may have to bring (section 5.2), and
   * returns the thumbprint of its key; null without a proof. Throws OAuthException
   * invalid_dpop_proof.
   */
  static @Nullable String use(KeyProof proof, Client client) {
    require(proof, client.dpopBoundAccessTokens());
    return proof.use(client.organization(), client.clientId());
  }

  /** Requires the header of a client that gets no token without it, or throws OAuthException. */
  static void require(KeyProof proof, boolean bound) {
    if (bound && proof.equals(KeyProof.NONE)) {
      throw new OAuthException(
          OAuthError.INVALID_DPOP_PROOF, "This client must send a proof in the DPoP header.");
    }
  }

  private String use(
      DpopProofs proofs, List<String> lines, String path, String owner, String account) {
    try {
      return admission.proving(
          account,
          () -> {
            DpopProof proof = proofs.screen(lines, METHOD, path);
            proofs.use(proof, owner);
            return proof.thumbprint();
          });
    } catch (DpopRefusedException e) {
      throw new OAuthException(OAuthError.INVALID_DPOP_PROOF, e.description());
    }
  }
}
