package io.iamplane.oauth;

import io.iamplane.directory.client.Client;
import io.iamplane.token.DpopProof;
import io.iamplane.token.DpopProofs;
import io.iamplane.token.DpopRefusedException;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Reads DPoP proofs at the OAuth endpoints (RFC 9449, sections 5 and 10.1). */
@Singleton
class TokenProofs {

  private static final String METHOD = "POST";

  private final DpopProofs proofs;
  private final TokenAdmission admission;

  TokenProofs(DpopProofs proofs, TokenAdmission admission) {
    this.proofs = proofs;
    this.admission = admission;
  }

  /**
   * The valid proof of a request. It is used up by {@link #use} alone: before the client is known,
   * any sender could fill the memory of used ones.
   *
   * @param lines of the header {@code DPoP}
   * @return null if there is no such header
   * @throws OAuthException invalid_dpop_proof
   */
  @Nullable DpopProof read(List<String> lines, String path) {
    if (lines.isEmpty()) {
      return null;
    }
    return proving(() -> {
      DpopProof proof = proofs.screen(lines, METHOD, path);
      proofs.requireUnused(proof, proof.thumbprint());
      String address = Objects.requireNonNullElse(admission.origin().address(), "");
      proofs.verify(proof, address, admission.isSuspect());
      return proof;
    });
  }

  /**
   * Requires a proof of a client that gets no tokens without (RFC 9449, section 5.2).
   *
   * @throws OAuthException invalid_dpop_proof
   */
  static void require(Client client, @Nullable String keyThumbprint) {
    if (client.dpopBoundAccessTokens() && keyThumbprint == null) {
      throw new OAuthException(
          OAuthError.INVALID_DPOP_PROOF, "This client gets tokens with a DPoP proof alone.");
    }
  }

  /**
   * Uses a proof up, once its client is known; what was made for a second use is not sent.
   *
   * @throws OAuthException invalid_dpop_proof if another request came first
   */
  void use(@Nullable DpopProof proof) {
    if (proof != null) {
      proving(() -> {
        proofs.use(proof, proof.thumbprint());
        return proof;
      });
    }
  }

  private DpopProof proving(Supplier<DpopProof> step) {
    try {
      return step.get();
    } catch (DpopRefusedException e) {
      admission.refused();
      throw new OAuthException(OAuthError.INVALID_DPOP_PROOF, e.description());
    }
  }
}
