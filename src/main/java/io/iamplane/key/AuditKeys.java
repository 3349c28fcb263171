package io.iamplane.key;

import io.iamplane.chain.CheckpointKeys;
import io.iamplane.chain.LogOrigin;
import io.iamplane.chain.note.Ed25519;
import io.iamplane.chain.note.NoteSigner;
import io.iamplane.chain.note.NoteVerifier;
import io.iamplane.database.Transactions;
import io.iamplane.key.seal.Envelope;
import io.iamplane.key.seal.KeyProviderUnavailableException;
import io.iamplane.key.seal.SealedKey;
import io.iamplane.key.seal.UnsealException;
import io.iamplane.shared.IamException;
import jakarta.inject.Singleton;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import java.util.List;

/**
 * The keys of checkpoints. They sign once a day, so nothing of them is kept in memory: each use
 * reads, unwraps and forgets.
 */
@Singleton
class AuditKeys implements CheckpointKeys {

  private final SigningKeyQuery store;
  private final Envelope envelope;
  private final LogOrigin origin;
  private final Transactions transactions;

  AuditKeys(SigningKeyQuery store, Envelope envelope, LogOrigin origin, Transactions transactions) {
    this.store = store;
    this.envelope = envelope;
    this.origin = origin;
    this.transactions = transactions;
  }

  @Override
  public NoteSigner signer() {
    KeyRow row =
        transactions
            .call(() -> store.active(KeyPurpose.AUDIT))
            .orElseThrow(() ->
                IamException.conflict(
                    "No audit key is active; create one with iam:bootstrap or"
                        + " iam:audit:checkpoint."));
    return new Signer(origin.keyName(), Ed25519.raw(publicKey(row)), privateKey(row));
  }

  @Override
  public List<NoteVerifier> verifiers() {
    return verifiers(false);
  }

  @Override
  public List<NoteVerifier> revoked() {
    return verifiers(true);
  }

  private List<NoteVerifier> verifiers(boolean revoked) {
    return transactions.call(() -> store.byRevocation(KeyPurpose.AUDIT, revoked)).stream()
        .map(this::verifier)
        .toList();
  }

  NoteVerifier verifier(KeyRow row) {
    return NoteVerifier.of(origin.keyName(), Ed25519.raw(publicKey(row)));
  }

  private static PublicKey publicKey(KeyRow row) {
    try {
      return KeyFactory.getInstance("Ed25519")
          .generatePublic(new X509EncodedKeySpec(row.publicKey()));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("not an Ed25519 public key: " + row.key().kid(), e);
    }
  }

  private PrivateKey privateKey(KeyRow row) {
    SealedKey sealed = row.privateKey();
    if (sealed == null) {
      throw new IllegalStateException(
          "the private key of an active key is missing: " + row.key().kid());
    }
    byte[] pkcs8;
    try {
      pkcs8 = envelope.open(sealed, row.binding());
    } catch (KeyProviderUnavailableException | UnsealException e) {
      throw IamException.dependencyUnavailable(e);
    }
    try {
      return KeyFactory.getInstance("Ed25519").generatePrivate(new PKCS8EncodedKeySpec(pkcs8));
    } catch (GeneralSecurityException e) {
      // Without the cause: it may quote the key.
      throw new IllegalStateException("not an Ed25519 private key: " + row.key().kid());
    } finally {
      Arrays.fill(pkcs8, (byte) 0);
    }
  }

  /** Keeps the private key to itself. */
  private static final class Signer implements NoteSigner {

    private final String keyName;
    private final byte[] publicKey;
    private final PrivateKey privateKey;

    Signer(String keyName, byte[] publicKey, PrivateKey privateKey) {
      this.keyName = keyName;
      this.publicKey = publicKey;
      this.privateKey = privateKey;
    }

    @Override
    public String keyName() {
      return keyName;
    }

    @Override
    public byte[] publicKey() {
      return publicKey.clone();
    }

    @Override
    public byte[] sign(byte[] message) {
      return Ed25519.sign(privateKey, message);
    }

    @Override
    public String toString() {
      return "signer for " + keyName;
    }
  }
}
