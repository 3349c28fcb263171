package io.iamplane.signin.passkey;

import com.webauthn4j.data.attestation.authenticator.EC2COSEKey;
import com.webauthn4j.data.attestation.statement.AndroidKeyAttestationStatement;
import com.webauthn4j.data.attestation.statement.AppleAnonymousAttestationStatement;
import com.webauthn4j.data.attestation.statement.AttestationCertificatePath;
import com.webauthn4j.data.attestation.statement.COSEAlgorithmIdentifier;
import com.webauthn4j.data.attestation.statement.ECCUnique;
import com.webauthn4j.data.attestation.statement.TPMAObject;
import com.webauthn4j.data.attestation.statement.TPMAttestationStatement;
import com.webauthn4j.data.attestation.statement.TPMEccCurve;
import com.webauthn4j.data.attestation.statement.TPMGenerated;
import com.webauthn4j.data.attestation.statement.TPMIAlgHash;
import com.webauthn4j.data.attestation.statement.TPMIAlgPublic;
import com.webauthn4j.data.attestation.statement.TPMISTAttest;
import com.webauthn4j.data.attestation.statement.TPMSAttest;
import com.webauthn4j.data.attestation.statement.TPMSCertifyInfo;
import com.webauthn4j.data.attestation.statement.TPMSClockInfo;
import com.webauthn4j.data.attestation.statement.TPMSECCParms;
import com.webauthn4j.data.attestation.statement.TPMTHA;
import com.webauthn4j.data.attestation.statement.TPMTPublic;
import io.iamplane.shared.Hashes;
import java.math.BigInteger;
import java.security.interfaces.ECPublicKey;
import java.util.Arrays;
import java.util.HexFormat;
import org.bouncycastle.asn1.ASN1EncodableVector;
import org.bouncycastle.asn1.ASN1Enumerated;
import org.bouncycastle.asn1.ASN1Integer;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.DEROctetString;
import org.bouncycastle.asn1.DERSequence;
import org.bouncycastle.asn1.DERSet;
import org.bouncycastle.asn1.DERTaggedObject;
import org.bouncycastle.asn1.x500.RDN;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;

/** The proofs of authenticators that are part of a telephone or a computer. */
final class PlatformProofs {

  private static final X500Name NOBODY = new X500Name("CN=passkey");
  private static final byte[] NO_ALGORITHM = HexFormat.of().parseHex("0010");

  private PlatformProofs() {}

  private static AttestationCertificatePath path(Manufacturer.Certified of) {
    return new AttestationCertificatePath(of.path());
  }

  private static byte[] joined(byte[] data, byte[] client) {
    byte[] all = Arrays.copyOf(data, data.length + client.length);
    System.arraycopy(client, 0, all, data.length, client.length);
    return all;
  }

  /** The form {@code apple}: a certificate of the passkey's own key (section 8.8). */
  static Device.Proof apple(Manufacturer manufacturer) {
    return (passkey, data, client) -> {
      DERSequence nonce =
          new DERSequence(
              new DERTaggedObject(
                  true, 1, new DEROctetString(Hashes.sha256(joined(data, client)))));
      return new AppleAnonymousAttestationStatement(
          path(
              manufacturer.certificate(
                  passkey,
                  NOBODY,
                  Manufacturer.extension(
                      new ASN1ObjectIdentifier("1.2.840.113635.100.8.2"), false, nonce))));
    };
  }

  /** The form {@code android-key}: the certificate says how the key was made (section 8.4). */
  static Device.Proof android(Manufacturer manufacturer) {
    return (passkey, data, client) ->
        new AndroidKeyAttestationStatement(
            COSEAlgorithmIdentifier.ES256,
            Device.signature(passkey, data, client),
            path(
                manufacturer.certificate(
                    passkey,
                    NOBODY,
                    Manufacturer.extension(
                        new ASN1ObjectIdentifier("1.3.6.1.4.1.11129.2.1.17"),
                        false,
                        description(client)))));
  }

  private static DERSequence description(byte[] challenge) {
    ASN1EncodableVector list = new ASN1EncodableVector();
    list.add(new DERTaggedObject(true, 1, new DERSet(new ASN1Integer(2)))); // signs
    list.add(new DERTaggedObject(true, 702, new ASN1Integer(0))); // was generated there
    ASN1EncodableVector all = new ASN1EncodableVector();
    all.add(new ASN1Integer(3));
    all.add(new ASN1Enumerated(1));
    all.add(new ASN1Integer(4));
    all.add(new ASN1Enumerated(1));
    all.add(new DEROctetString(challenge));
    all.add(new DEROctetString(new byte[0]));
    all.add(new DERSequence());
    all.add(new DERSequence(list));
    return new DERSequence(all);
  }

  /** The form {@code tpm}: the chip certifies a key of its own (section 8.3). */
  static Device.Proof tpm(Manufacturer manufacturer) {
    Manufacturer.Certified chip =
        manufacturer.certificate(
            Manufacturer.pair(),
            new X500Name(new RDN[0]),
            Manufacturer.extension(
                Extension.subjectAlternativeName,
                true,
                new GeneralNames(
                    new GeneralName(
                        new X500Name(
                            "2.23.133.2.1=id:414D4400+2.23.133.2.2=Model+2.23.133.2.3=id:13")))),
            Manufacturer.extension(
                Extension.extendedKeyUsage,
                false,
                new ExtendedKeyUsage(
                    KeyPurposeId.getInstance(new ASN1ObjectIdentifier("2.23.133.8.3")))));
    return (passkey, data, client) -> {
      EC2COSEKey key =
          EC2COSEKey.create((ECPublicKey) passkey.getPublic(), COSEAlgorithmIdentifier.ES256);
      TPMTPublic area =
          new TPMTPublic(
              TPMIAlgPublic.TPM_ALG_ECC,
              TPMIAlgHash.TPM_ALG_SHA256,
              new TPMAObject(TPMAObject.SIGN_ENCRYPT_BIT),
              new byte[0],
              new TPMSECCParms(
                  NO_ALGORITHM, NO_ALGORITHM, TPMEccCurve.TPM_ECC_NIST_P256, NO_ALGORITHM),
              new ECCUnique(key.getX(), key.getY()));
      TPMTHA name = new TPMTHA(TPMIAlgHash.TPM_ALG_SHA256, Hashes.sha256(area.getBytes()));
      TPMSAttest certified =
          new TPMSAttest(
              TPMGenerated.TPM_GENERATED_VALUE,
              TPMISTAttest.TPM_ST_ATTEST_CERTIFY,
              new byte[0],
              Hashes.sha256(joined(data, client)),
              new TPMSClockInfo(BigInteger.ONE, 1, 1, true),
              BigInteger.ONE,
              new TPMSCertifyInfo(name, name));
      return new TPMAttestationStatement(
          COSEAlgorithmIdentifier.ES256,
          path(chip),
          Device.signature(chip.pair(), certified.getBytes()),
          certified,
          area);
    };
  }
}
