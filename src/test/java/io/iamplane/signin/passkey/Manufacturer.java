package io.iamplane.signin.passkey;

import com.webauthn4j.data.attestation.authenticator.AAGUID;
import com.webauthn4j.data.attestation.authenticator.EC2COSEKey;
import com.webauthn4j.data.attestation.statement.AttestationCertificatePath;
import com.webauthn4j.data.attestation.statement.COSEAlgorithmIdentifier;
import com.webauthn4j.data.attestation.statement.FIDOU2FAttestationStatement;
import com.webauthn4j.data.attestation.statement.PackedAttestationStatement;
import com.webauthn4j.util.CertificateUtil;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.security.interfaces.ECPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Date;
import java.util.List;
import org.bouncycastle.asn1.ASN1Encodable;
import org.bouncycastle.asn1.ASN1Integer;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.DERBitString;
import org.bouncycastle.asn1.DEROctetString;
import org.bouncycastle.asn1.DERSequence;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.AlgorithmIdentifier;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.Extensions;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;
import org.bouncycastle.asn1.x509.TBSCertificate;
import org.bouncycastle.asn1.x509.Time;
import org.bouncycastle.asn1.x509.V3TBSCertificateGenerator;
import org.bouncycastle.asn1.x9.X9ObjectIdentifiers;

/**
 * A manufacturer of authenticators: certificates down from a root, as section 8.2.1 of Web
 * Authentication wants them.
 */
final class Manufacturer {

  static final Instant LONG_AGO = Instant.parse("2021-01-01T00:00:00Z");
  static final Instant LATER = Instant.parse("2049-01-01T00:00:00Z");

  private static final Instant START = Instant.parse("2020-01-01T00:00:00Z");
  private static final ASN1ObjectIdentifier MODEL =
      new ASN1ObjectIdentifier("1.3.6.1.4.1.45724.1.1.4");

  private final String name;
  private final Certified root;

  /** A manufacturer whose key is of its name, so that each who loads this class knows the same. */
  Manufacturer(String name) {
    this.name = name;
    KeyPair pair = pair(name.getBytes(StandardCharsets.UTF_8));
    this.root = certified(pair, pair, subject(name, "root"), subject(name, "root"), LATER, true);
  }

  /** A key with its certificate, and those above it but for the root. */
  record Certified(KeyPair pair, List<X509Certificate> path) {

    private X500Name subject() {
      return X500Name.getInstance(path.getFirst().getSubjectX500Principal().getEncoded());
    }

    /** The form {@code packed}. */
    Device.Proof packed() {
      return (_, data, client) ->
          new PackedAttestationStatement(
              COSEAlgorithmIdentifier.ES256,
              Device.signature(pair, data, client),
              new AttestationCertificatePath(path));
    }

    /** The form of U2F, whose authenticators sign other bytes (section 8.6). */
    Device.Proof u2f() {
      return (passkey, data, client) -> {
        byte[] relyingParty = Arrays.copyOf(data, 32);
        byte[] credential = Arrays.copyOfRange(data, 55, 55 + 32);
        EC2COSEKey key =
            EC2COSEKey.create((ECPublicKey) passkey.getPublic(), COSEAlgorithmIdentifier.ES256);
        return new FIDOU2FAttestationStatement(
            new AttestationCertificatePath(path),
            Device.signature(
                pair,
                new byte[1],
                relyingParty,
                client,
                credential,
                new byte[] {4},
                key.getX(),
                key.getY()));
      };
    }
  }

  /** Writes the root certificate to a file, and returns the file's name. */
  String pem(Path folder) {
    try {
      String text =
          Base64.getMimeEncoder(64, new byte[] {'\n'})
              .encodeToString(root.path().getFirst().getEncoded());
      return Files.writeString(
              folder.resolve(name + ".pem"),
              "-----BEGIN CERTIFICATE-----\n" + text + "\n-----END CERTIFICATE-----\n")
          .toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  /** A batch of devices. */
  Certified batch() {
    return batch(LATER);
  }

  Certified batch(Instant end, Extension... more) {
    return below(root, end, false, more);
  }

  /** An authority of its own below the root. */
  Certified authority(Instant end) {
    return below(root, end, true);
  }

  Certified below(Certified issuer, Instant end, boolean authority, Extension... more) {
    Certified made =
        certified(
            pair(),
            issuer.pair(),
            issuer.subject(),
            subject(name, authority ? "authority" : "batch"),
            end,
            authority,
            more);
    List<X509Certificate> path = new ArrayList<>(made.path());
    if (issuer != root) {
      path.addAll(issuer.path());
    }
    return new Certified(made.pair(), path);
  }

  /** A certificate of a key that is not of a batch. */
  Certified certificate(KeyPair of, X500Name subject, Extension... more) {
    return certified(of, root.pair(), root.subject(), subject, LATER, false, more);
  }

  /** A batch of this one that bears the other's names. */
  Certified namedLike(Manufacturer other) {
    return certified(
        pair(), root.pair(), other.root.subject(), subject(other.name, "batch"), LATER, false);
  }

  /** The extension that names the model. */
  static Extension of(AAGUID model) {
    return extension(MODEL, false, new DEROctetString(model.getBytes()));
  }

  private static Certified certified(
      KeyPair pair,
      KeyPair issuer,
      X500Name issuerName,
      X500Name subject,
      Instant end,
      boolean authority,
      Extension... more) {
    List<Extension> extensions = new ArrayList<>(List.of(more));
    extensions.add(extension(Extension.basicConstraints, true, new BasicConstraints(authority)));
    AlgorithmIdentifier algorithm = new AlgorithmIdentifier(X9ObjectIdentifiers.ecdsa_with_SHA256);
    V3TBSCertificateGenerator generator = new V3TBSCertificateGenerator();
    generator.setSerialNumber(new ASN1Integer(1));
    generator.setSignature(algorithm);
    generator.setIssuer(issuerName);
    generator.setStartDate(new Time(Date.from(START)));
    generator.setEndDate(new Time(Date.from(end)));
    generator.setSubject(subject);
    generator.setSubjectPublicKeyInfo(
        SubjectPublicKeyInfo.getInstance(pair.getPublic().getEncoded()));
    generator.setExtensions(new Extensions(extensions.toArray(Extension[]::new)));
    TBSCertificate certificate = generator.generateTBSCertificate();
    try {
      ASN1Encodable[] parts = {
        certificate,
        algorithm,
        new DERBitString(Device.signature(issuer, certificate.getEncoded("DER")))
      };
      return new Certified(
          pair,
          List.of(
              CertificateUtil.generateX509Certificate(new DERSequence(parts).getEncoded("DER"))));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Extension extension(ASN1ObjectIdentifier id, boolean critical, ASN1Encodable of) {
    try {
      return new Extension(id, critical, of.toASN1Primitive().getEncoded("DER"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static X500Name subject(String name, String part) {
    return new X500Name("C=NZ,O=" + name + ",OU=Authenticator Attestation,CN=" + name + " " + part);
  }

  static KeyPair pair(byte... seed) {
    try {
      SecureRandom random = SecureRandom.getInstance("SHA1PRNG");
      if (seed.length > 0) {
        random.setSeed(seed);
      }
      KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(new ECGenParameterSpec("secp256r1"), random);
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }
}
