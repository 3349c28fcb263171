package io.iamplane.key.seal.pkcs11;

import io.iamplane.key.seal.Binding;
import io.iamplane.key.seal.WrappedKey;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.Callable;

/** The steps of {@link Pkcs11KeyProviderTest}, in a process that sees the token. */
final class Pkcs11Trial {

  private static final Binding ROW = new Binding("iam_signing_keys", "platform", "kid-1", 1);
  private static final Binding ELSEWHERE = new Binding("iam_signing_keys", "platform", "kid-2", 1);
  private static final byte[] DATA_KEY =
      "MARKED-data-key-of-32-bytes-3f9a".getBytes(StandardCharsets.US_ASCII);

  private Pkcs11Trial() {}

  private record Settings(Optional<String> library, Optional<String> pinFile, String key)
      implements Pkcs11Config {

    @Override
    public int slotIndex() {
      return 0;
    }
  }

  /** Run with the library and the file of the PIN. */
  public static void main(String[] arguments) throws Exception {
    String library = arguments[0];
    Path pin = Path.of(arguments[1]);
    pins(library, pin);
    TokenKeys.main(new String[] {library, "iam", "iam-2", "open-1"});
    Pkcs11KeyProvider provider = provider(library, pin, "iam");
    WrappedKey wrapped = provider.wrap(DATA_KEY, ROW);
    say("version", wrapped::keyVersion);
    say("provider", wrapped::provider);
    say("length", () -> wrapped.bytes().length);
    say("unwrapped", () -> Arrays.equals(provider.unwrap(wrapped, ROW), DATA_KEY));
    say("again", () -> Arrays.equals(provider.wrap(DATA_KEY, ROW).bytes(), wrapped.bytes()));
    say("moved", () -> provider.unwrap(wrapped, ELSEWHERE));
    byte[] flipped = wrapped.bytes().clone();
    flipped[20] ^= 1;
    say("flipped", () -> provider.unwrap(new WrappedKey("pkcs11", "iam", flipped), ROW));
    say("short", () -> provider.unwrap(new WrappedKey("pkcs11", "iam", new byte[3]), ROW));
    say("otherKey", () -> provider.unwrap(new WrappedKey("pkcs11", "iam-2", wrapped.bytes()), ROW));
    Pkcs11KeyProvider next = provider(library, pin, "iam-2");
    say("nextVersion", () -> next.wrap(DATA_KEY, ROW).keyVersion());
    say("oldByNext", () -> Arrays.equals(next.unwrap(wrapped, ROW), DATA_KEY));
    say("missing", () -> provider(library, pin, "nothing").wrap(DATA_KEY, ROW));
    say("open", () -> provider(library, pin, "open-1").wrap(DATA_KEY, ROW));
    say("noModule", () -> provider("/nowhere/lib.so", pin, "iam").wrap(DATA_KEY, ROW));
    say("stillThere", () -> Arrays.equals(provider.unwrap(wrapped, ROW), DATA_KEY));
  }

  /** Before anything is logged in: a process logs in to a token once. */
  private static void pins(String library, Path right) throws Exception {
    Path wrong = Files.writeString(right.resolveSibling("wrong-pin"), "MARKED-wrong");
    Pkcs11KeyProvider provider = provider(library, wrong, "iam");
    say("wrongPin", () -> provider.wrap(DATA_KEY, ROW));
    say("wrongPinAgain", () -> provider.wrap(DATA_KEY, ROW));
    Files.copy(right, wrong, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    say("rightPin", () -> provider.wrap(DATA_KEY, ROW));
    say("noPin", () -> provider(library, Path.of("/nowhere/pin"), "iam").wrap(DATA_KEY, ROW));
  }

  private static Pkcs11KeyProvider provider(String library, Path pin, String key) {
    return new Pkcs11KeyProvider(
        new Settings(Optional.of(library), Optional.of(pin.toString()), key));
  }

  private static void say(String what, Callable<?> trial) {
    String came;
    try {
      came = String.valueOf(trial.call());
    } catch (Exception e) {
      came = e.getClass().getSimpleName() + ": " + e.getMessage();
    }
    System.out.println(what + "=" + came);
  }
}
