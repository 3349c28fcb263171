package io.iamplane.key.seal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smallrye.common.annotation.Identifier;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class EnvelopeTest {

  private static final byte[] PLAIN = "PKCS #8".getBytes(UTF_8);
  private static final Binding ROW = new Binding("iam_signing_keys", "platform", "kid-1", 1);

  private final Envelope envelope = envelope(1);

  @Test
  void opensWhatItSealed() {
    assertThat(envelope.open(envelope.seal(PLAIN, ROW), ROW)).isEqualTo(PLAIN);
  }

  @Test
  void recordsProviderAndKeyVersion() {
    WrappedKey wrapped = envelope.seal(PLAIN, ROW).dataKey();
    assertThat(wrapped.provider()).isEqualTo("local");
    assertThat(wrapped.keyVersion()).hasSize(16);
  }

  @Test
  void valueMovedToAnotherRowTenantTableOrVersionDoesNotOpen() {
    SealedKey sealed = envelope.seal(PLAIN, ROW);
    for (Binding elsewhere :
        List.of(
            new Binding("iam_webhooks", "platform", "kid-1", 1),
            new Binding("iam_signing_keys", "tenant", "kid-1", 1),
            new Binding("iam_signing_keys", "platform", "kid-2", 1),
            new Binding("iam_signing_keys", "platform", "kid-1", 2))) {
      assertThatThrownBy(() -> envelope.open(sealed, elsewhere))
          .isInstanceOf(UnsealException.class);
    }
  }

  @Test
  void bothHalvesAreBoundToTheRow() {
    Binding other = new Binding("iam_signing_keys", "platform", "kid-2", 1);
    SealedKey mine = envelope.seal(PLAIN, ROW);
    SealedKey theirs = envelope.seal(PLAIN, other);
    SealedKey mixed = new SealedKey(mine.dataKey(), theirs.sealed());
    assertThatThrownBy(() -> envelope.open(mixed, ROW)).isInstanceOf(UnsealException.class);
    SealedKey swapped = new SealedKey(theirs.dataKey(), mine.sealed());
    assertThatThrownBy(() -> envelope.open(swapped, ROW)).isInstanceOf(UnsealException.class);
  }

  @Test
  void flippedBitInEitherHalfIsFound() {
    SealedKey sealed = envelope.seal(PLAIN, ROW);
    byte[] body = sealed.sealed().clone();
    body[body.length - 1] ^= 1;
    assertThatThrownBy(() -> envelope.open(new SealedKey(sealed.dataKey(), body), ROW))
        .isInstanceOf(UnsealException.class);
    byte[] wrapped = sealed.dataKey().bytes().clone();
    wrapped[20] ^= 1;
    WrappedKey damaged =
        new WrappedKey(sealed.dataKey().provider(), sealed.dataKey().keyVersion(), wrapped);
    assertThatThrownBy(() -> envelope.open(new SealedKey(damaged, sealed.sealed()), ROW))
        .isInstanceOf(UnsealException.class);
  }

  @Test
  void anotherKekIsToldByItsVersion() {
    SealedKey sealed = envelope.seal(PLAIN, ROW);
    assertThatThrownBy(() -> envelope(2).open(sealed, ROW))
        .isInstanceOf(UnsealException.class)
        .hasMessageContaining("iam.kek");
  }

  @Test
  void anotherProvidersKeyIsRefused() {
    SealedKey sealed = envelope.seal(PLAIN, ROW);
    WrappedKey foreign = new WrappedKey("vault", "1", sealed.dataKey().bytes());
    assertThatThrownBy(() -> envelope.open(new SealedKey(foreign, sealed.sealed()), ROW))
        .isInstanceOf(UnsealException.class)
        .hasMessageContaining("vault");
  }

  @Test
  void providerWithoutItsKeyIsUnavailable() {
    Envelope keyless = new Envelope(TestProviders.local(Optional.empty(), List.of()));
    assertThatThrownBy(() -> keyless.seal(PLAIN, ROW))
        .isInstanceOf(KeyProviderUnavailableException.class)
        .hasMessage("iam.kek must be set");
    SealedKey sealed = envelope.seal(PLAIN, ROW);
    assertThatThrownBy(() -> keyless.open(sealed, ROW))
        .isInstanceOf(KeyProviderUnavailableException.class);
  }

  @Test
  void aPreviousKekOpensAndIsReplacedByARewrap() {
    SealedKey sealed = envelope.seal(PLAIN, ROW);
    Envelope next =
        new Envelope(
            TestProviders.local(Optional.of(SecretBoxTest.key(2)), List.of(SecretBoxTest.key(1))));

    assertThat(next.open(sealed, ROW)).isEqualTo(PLAIN);
    SealedKey rewrapped = next.rewrap(sealed, ROW).orElseThrow();
    assertThat(rewrapped.sealed()).isEqualTo(sealed.sealed());
    assertThat(rewrapped.dataKey().keyVersion()).isNotEqualTo(sealed.dataKey().keyVersion());
    assertThat(envelope(2).open(rewrapped, ROW)).isEqualTo(PLAIN);
    assertThat(next.rewrap(rewrapped, ROW)).isEmpty();
  }

  @Test
  void aPreviousProviderOpensAndIsReplacedByARewrap() {
    SealedKey sealed = envelope.seal(PLAIN, ROW);
    LocalKeyProvider local =
        new LocalKeyProvider(Optional.of(SecretBoxTest.key(1)), Optional.empty());
    Other other = new Other();
    Envelope moving =
        new Envelope(TestProviders.of(TestProviders.config("other", "local"), local, other));

    SealedKey rewrapped = moving.rewrap(sealed, ROW).orElseThrow();
    assertThat(rewrapped.dataKey().provider()).isEqualTo("other");
    Envelope moved =
        new Envelope(TestProviders.of(TestProviders.config("other", null), local, other));
    assertThat(moved.open(rewrapped, ROW)).isEqualTo(PLAIN);
    assertThatThrownBy(() -> moved.open(sealed, ROW))
        .isInstanceOf(UnsealException.class)
        .hasMessageContaining("iam.keys.previous-provider");
  }

  /** The answer of a provider is all that is left of a data key: it is tried before it is kept. */
  @Test
  void whatDoesNotComeBackIsNotKept() {
    SealedKey sealed = envelope.seal(PLAIN, ROW);
    LocalKeyProvider local =
        new LocalKeyProvider(Optional.of(SecretBoxTest.key(1)), Optional.empty());
    Other rubbish = new Other();
    rubbish.answer = new byte[AesGcm.KEY_BYTES];
    Envelope moving =
        new Envelope(TestProviders.of(TestProviders.config("other", "local"), local, rubbish));

    assertThatThrownBy(() -> moving.rewrap(sealed, ROW))
        .isInstanceOf(KeyProviderUnavailableException.class)
        .hasMessage("key provider other did not return the data key that it wrapped");
    assertThatThrownBy(() -> moving.seal(PLAIN, ROW))
        .isInstanceOf(KeyProviderUnavailableException.class);
  }

  @Test
  void dataKeysAreErasedAfterUse() {
    Other other = new Other();
    Envelope mine = new Envelope(TestProviders.of(TestProviders.config("other", null), other));
    SealedKey sealed = mine.seal(PLAIN, ROW);

    assertThat(mine.open(sealed, ROW)).isEqualTo(PLAIN);
    assertThat(mine.rewrap(sealed, ROW)).isEmpty();
    assertThat(other.exchanged).hasSize(6).allSatisfy(key -> assertThat(key).containsOnly(0));
  }

  @Test
  void aKeyThatDoesNotOpenIsNotRewrapped() {
    SealedKey mine = envelope.seal(PLAIN, ROW);
    SealedKey broken = new SealedKey(mine.dataKey(), envelope.seal(PLAIN, ROW).sealed());
    assertThatThrownBy(() -> envelope.rewrap(broken, ROW)).isInstanceOf(UnsealException.class);
  }

  @Test
  void aProviderThatDoesNotExistIsUnavailable() {
    Envelope odd = new Envelope(TestProviders.of(TestProviders.config("vualt", null)));
    assertThatThrownBy(() -> odd.seal(PLAIN, ROW))
        .isInstanceOf(KeyProviderUnavailableException.class)
        .hasMessage("iam.keys.provider does not name a key provider");
  }

  /** Keeps data keys as they are. */
  @Identifier("other")
  private static final class Other implements KeyProvider {

    private final List<byte[]> exchanged = new ArrayList<>();
    private byte[] answer;

    @Override
    public WrappedKey wrap(byte[] dataKey, Binding binding) {
      exchanged.add(dataKey);
      return new WrappedKey("other", "1", dataKey.clone());
    }

    @Override
    public byte[] unwrap(WrappedKey wrapped, Binding binding) {
      byte[] dataKey = answer == null ? wrapped.bytes().clone() : answer.clone();
      exchanged.add(dataKey);
      return dataKey;
    }
  }

  @Test
  void bindingsThatJoinToTheSameTextStayApart() {
    Set<String> forms = new HashSet<>();
    List<Binding> bindings =
        List.of(
            new Binding("ab", "c", "d", 1),
            new Binding("a", "bc", "d", 1),
            new Binding("a", "b", "cd", 1),
            new Binding("a", "b", "c", 11),
            new Binding("a", "b", "c1", 1),
            new Binding("", "abc", "", 1));
    bindings.forEach(binding -> forms.add(HexFormat.of().formatHex(binding.bytes())));
    assertThat(forms).hasSameSizeAs(bindings);
  }

  private static Envelope envelope(int kek) {
    return new Envelope(TestProviders.local(Optional.of(SecretBoxTest.key(kek)), List.of()));
  }
}
