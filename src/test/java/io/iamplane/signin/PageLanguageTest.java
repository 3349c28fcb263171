package io.iamplane.signin;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.ws.rs.core.HttpHeaders;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jboss.resteasy.reactive.server.jaxrs.HttpHeadersImpl;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The header of a browser names one of our languages, or leads to English. */
class PageLanguageTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "de",
        "DE",
        "de-CH,de;q=0.9,en;q=0.5",
        "fr-CH, fr;q=0.9, de;q=0.4, en;q=0.2, *;q=0.1",
        "en;q=0.1, de-Latn-AT-1996",
        "de;q=0.001",
        "xx,de",
        "*, de;q=0.5",
        "en;q=0, de",
      })
  void aBrowserThatPrefersGermanGetsIt(String header) {
    assertThat(PageLanguage.of(header)).isEqualTo(PageLanguage.GERMAN);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "en",
        "en-GB,en;q=0.9,de;q=0.5",
        "*",
        "xx",
        "de;q=0",
        "de;q=0, *",
        "",
        " ",
        ",",
        ",,;",
        "de;q=",
        "de;q=x",
        "de;q=2",
        "de;q=-1",
        "de;q=0.5;q=0.5",
        "de;level=1",
        "deutschland",
        "d*",
        "*-*-*",
        "de_CH",
        "x",
        "i",
        "-de",
        "de-",
        "dé",
        "<b>",
        "\0",
        "${jndi:ldap://a}",
        "../../de",
      })
  void anyOtherHeaderIsEnglish(String header) {
    assertThat(PageLanguage.of(header)).isEqualTo(PageLanguage.ENGLISH);
  }

  @Test
  void aHeaderThatIsTooLongIsNotRead() {
    String longest = "de" + ",fr".repeat((PageLanguage.MAX_HEADER - 2) / 3);
    assertThat(PageLanguage.of(longest)).isEqualTo(PageLanguage.GERMAN);
    assertThat(PageLanguage.of(longest + ",fr")).isEqualTo(PageLanguage.ENGLISH);
  }

  @Test
  void linesOfAHeaderCountTogether() {
    assertThat(PageLanguage.of(headers(List.of("fr, en;q=0.5", "de;q=0.8"))))
        .isEqualTo(PageLanguage.GERMAN);
    assertThat(PageLanguage.of(headers(List.of()))).isEqualTo(PageLanguage.ENGLISH);
  }

  /** The parser of the platform throws nothing that is not expected here. */
  @Test
  void noMixOfItsPartsIsAnError() {
    String[] parts = {
      "de", "en", ",", ";", "q", "=", "0", ".", "*", "-", " ", "x", "\t", "NaN", "ü"
    };
    Random chance = new Random(1);
    for (int i = 0; i < 20_000; i++) {
      StringBuilder header = new StringBuilder();
      for (int j = chance.nextInt(12); j > 0; j--) {
        header.append(parts[chance.nextInt(parts.length)]);
      }
      assertThat(PageLanguage.of(header.toString())).as(header.toString()).isNotNull();
    }
  }

  private static HttpHeaders headers(List<String> lines) {
    return new HttpHeadersImpl(
        lines.stream().map(line -> Map.entry(HttpHeaders.ACCEPT_LANGUAGE, line)).toList());
  }
}
