package io.iamplane.key.seal;

import io.iamplane.testing.Rows;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/** Rows as an earlier key of the key provider left them. */
@ApplicationScoped
public class OldWraps {

  /** The value in {@code application.properties} for tests. */
  static final String PREVIOUS_KEK = "cHJldmlvdXMga2V5IG9mIHRlc3RzLCAzMiBieXRlcyE=";

  private static final HexFormat HEX = HexFormat.of();

  private final KeyProviders providers;
  private final Envelope envelope;
  private final LocalKeyProvider before =
      new LocalKeyProvider(Optional.of(PREVIOUS_KEK), Optional.empty());

  OldWraps(KeyProviders providers, Envelope envelope) {
    this.providers = providers;
    this.envelope = envelope;
  }

  /** Has the previous {@code IAM_KEK} wrap the data keys of all rows that open. */
  public void wrapAll() throws SQLException {
    for (String row :
        Rows.texts(
            "SELECT concat_ws(' ', kid, provider, provider_key_version, encode(wrapped_data_key,"
                + " 'hex')) FROM iam_signing_keys WHERE wrapped_data_key IS NOT NULL")) {
      String[] columns = row.split(" ");
      WrappedKey present = new WrappedKey(columns[1], columns[2], HEX.parseHex(columns[3]));
      Binding place = place(columns[0]);
      try {
        byte[] dataKey = providers.of(present).unwrap(present, place);
        replace(columns[0], before.wrap(dataKey, place));
      } catch (UnsealException e) {
        // What another test made up.
        continue;
      }
    }
  }

  /** A key that verifies only, wrapped by the previous {@code IAM_KEK}. */
  public void add(String kid) throws SQLException {
    Binding place = place(kid);
    SealedKey sealed = envelope.seal(new byte[] {1, 2, 3}, place);
    Rows.update(
        """
        INSERT INTO iam_signing_keys (kid, purpose, alg, status, public_key, sealed_private,
          wrapped_data_key, provider, provider_key_version, published_at, activated_at, superseded_at)
        VALUES ('%s', 'audit', 'Ed25519', 'overlap', '\\x00', '\\x%s', '\\x%s', '%s', '%s',
          now() - interval '2 days', now() - interval '1 day', now())
        """
            .formatted(
                kid,
                HEX.formatHex(sealed.sealed()),
                HEX.formatHex(sealed.dataKey().bytes()),
                sealed.dataKey().provider(),
                sealed.dataKey().keyVersion()));
    byte[] dataKey = providers.present().unwrap(sealed.dataKey(), place);
    replace(kid, before.wrap(dataKey, place));
  }

  /** The private keys of all rows in hexadecimal, without the common prefix of their kind. */
  public List<String> privateParts() throws SQLException {
    List<String> parts = new ArrayList<>();
    for (String row :
        Rows.texts(
            "SELECT concat_ws(' ', kid, provider, provider_key_version, encode(wrapped_data_key,"
                + " 'hex'), encode(sealed_private, 'hex')) FROM iam_signing_keys"
                + " WHERE sealed_private IS NOT NULL")) {
      String[] columns = row.split(" ");
      WrappedKey wrapped = new WrappedKey(columns[1], columns[2], HEX.parseHex(columns[3]));
      byte[] pkcs8;
      try {
        pkcs8 = envelope.open(new SealedKey(wrapped, HEX.parseHex(columns[4])), place(columns[0]));
      } catch (UnsealException e) {
        // What another test made up.
        continue;
      }
      // Of both kinds of keys the last 32 bytes are the secret.
      byte[] secret = Arrays.copyOfRange(pkcs8, pkcs8.length - 31, pkcs8.length);
      parts.add(HEX.formatHex(secret));
      parts.add(Base64.getEncoder().encodeToString(pkcs8));
    }
    return parts;
  }

  /** The wrapping provider and key version of all rows. */
  public static List<String> wraps() throws SQLException {
    return Rows.texts(
        "SELECT concat_ws(' ', kid, provider, provider_key_version) FROM iam_signing_keys"
            + " WHERE wrapped_data_key IS NOT NULL ORDER BY kid");
  }

  /** The version of the previous {@code IAM_KEK}. */
  public static String version() {
    return AesGcm.parse(PREVIOUS_KEK).version();
  }

  private static void replace(String kid, WrappedKey wrapped) throws SQLException {
    Rows.update(
        "UPDATE iam_signing_keys SET provider = '%s', provider_key_version = '%s', wrapped_data_key = '\\x%s' WHERE kid = '%s'"
            .formatted(
                wrapped.provider(), wrapped.keyVersion(), HEX.formatHex(wrapped.bytes()), kid));
  }

  private static Binding place(String kid) {
    return new Binding("iam_signing_keys", Binding.PLATFORM, kid, 1);
  }
}
