package io.iamplane.chain.note;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PublicKey;
import java.security.spec.EdECPrivateKeySpec;
import java.security.spec.NamedParameterSpec;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class Ed25519Test {

  /** RFC 8032, section 7.1: secret key, public key, message, signature. */
  private static final String[][] RFC_8032 = {
    {
      "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
      "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
      "",
      "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9"
          + "b46bd25bf5f0595bbe24655141438e7a100b"
    },
    {
      "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
      "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
      "72",
      "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f1"
          + "1d8c387b2eaeb4302aeeb00d291612bb0c00"
    },
    {
      "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
      "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
      "af82",
      "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984d"
          + "c6594a7c15e9716ed28dc027beceea1ec40a"
    },
  };

  @Test
  void signaturesAreThoseOfTheRfc() throws GeneralSecurityException {
    for (String[] each : RFC_8032) {
      byte[] message = hex(each[2]);
      byte[] signature = hex(each[3]);

      assertThat(
              Ed25519.sign(
                  KeyFactory.getInstance("Ed25519")
                      .generatePrivate(
                          new EdECPrivateKeySpec(NamedParameterSpec.ED25519, hex(each[0]))),
                  message))
          .isEqualTo(signature);
      assertThat(Ed25519.verify(Ed25519.publicKey(hex(each[1])), message, signature)).isTrue();
    }
  }

  @Test
  void everyChangedBitIsRefused() {
    PublicKey key = Ed25519.publicKey(hex(RFC_8032[2][1]));
    byte[] message = hex(RFC_8032[2][2]);
    byte[] signature = hex(RFC_8032[2][3]);
    for (int bit = 0; bit < signature.length * 8; bit++) {
      assertThat(Ed25519.verify(key, message, flipped(signature, bit))).isFalse();
    }
    for (int bit = 0; bit < message.length * 8; bit++) {
      assertThat(Ed25519.verify(key, flipped(message, bit), signature)).isFalse();
    }
  }

  @Test
  void aSignatureOfAnotherLengthIsRefused() {
    PublicKey key = Ed25519.publicKey(hex(RFC_8032[0][1]));
    byte[] signature = hex(RFC_8032[0][3]);
    for (int length = 0; length < 130; length++) {
      assertThat(Ed25519.verify(key, new byte[0], Arrays.copyOf(signature, length)))
          .isEqualTo(length == 64);
    }
  }

  @Test
  void rawBytesAndKeyAreTheSame() {
    for (int i = 0; i < 50; i++) {
      byte[] raw = SeedSigner.numbered("any", i).publicKey();
      assertThat(Ed25519.raw(Ed25519.publicKey(raw))).isEqualTo(raw).hasSize(32);
    }
  }

  @Test
  void bytesThatAreNoKeyAreRefused() {
    for (int length : new int[] {0, 31, 33}) {
      assertThatThrownBy(() -> Ed25519.publicKey(new byte[length]))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("an Ed25519 public key must have 32 bytes, but this one has " + length);
    }
    byte[] offTheCurve = new byte[32];
    offTheCurve[0] = 2;
    assertThatThrownBy(() -> Ed25519.publicKey(offTheCurve))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("these 32 bytes are not an Ed25519 public key");
  }

  @Test
  void keysOfOtherAlgorithmsAreRefused() throws GeneralSecurityException {
    for (String algorithm : new String[] {"EC", "Ed448", "X25519"}) {
      KeyPair pair = KeyPairGenerator.getInstance(algorithm).generateKeyPair();

      assertThatThrownBy(() -> Ed25519.raw(pair.getPublic()))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith("not an Ed25519 key; its algorithm is ");
      assertThatThrownBy(() -> Ed25519.sign(pair.getPrivate(), new byte[0]))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith("not an Ed25519 key; its algorithm is ");
    }
  }

  private static byte[] hex(String digits) {
    return HexFormat.of().parseHex(digits);
  }

  private static byte[] flipped(byte[] bytes, int bit) {
    byte[] other = bytes.clone();
    other[bit / 8] ^= (byte) (1 << (bit % 8));
    return other;
  }
}
