package io.iamplane.directory.client;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.directory.client.ClientService.Base32;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class Base32Test {

  /** RFC 4648, section 10, in lower case and without padding. */
  @ParameterizedTest
  @CsvSource({
    "'', ''",
    "f, my",
    "fo, mzxq",
    "foo, mzxw6",
    "foob, mzxw6yq",
    "fooba, mzxw6ytb",
    "foobar, mzxw6ytboi"
  })
  void encodesTheVectorsOfTheStandard(String plain, String encoded) {
    assertThat(Base32.encode(plain.getBytes(US_ASCII))).isEqualTo(encoded);
  }

  @Test
  void highBitsAreBitsAndNotSigns() {
    byte[] ones = new byte[16];
    Arrays.fill(ones, (byte) 0xff);
    assertThat(Base32.encode(ones)).isEqualTo("7".repeat(25) + "4");
  }
}
