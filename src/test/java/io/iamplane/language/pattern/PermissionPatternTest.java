package io.iamplane.language.pattern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PermissionPatternTest {

  @ParameterizedTest
  @CsvSource({
    "warehouse:stock.adjust, warehouse:stock.adjust, true",
    "warehouse:stock.adjust, warehouse:stock.adjusts, false",
    "warehouse:stock.adjust, warehouse:stock, false",
    "warehouse:stock.adjust, warehouse:Stock.adjust, false",
    "warehouse:stock, warehouse.stock, false",
    "warehouse:stock.*, warehouse:stock.adjust, true",
    "warehouse:stock.*, warehouse:stock.adjust.fast, true",
    "warehouse:stock.*, warehouse:stock, false",
    "warehouse:stock.*, warehouse:stock., false",
    "warehouse:stock.*, warehouse:stocks.adjust, false",
    "warehouse:stock.*, warehouse:stockx, false",
    "warehouse:stock.*, other:stock.adjust, false",
    "warehouse:stock.*, WAREHOUSE:stock.adjust, false",
    "warehouse:*, warehouse:stock, true",
    "warehouse:*, warehouse:stock.adjust, true",
    "warehouse:*, warehouse2:stock, false",
    "warehouse:*, warehouse:, false",
    "warehouse:a.b.*, warehouse:a.b.c, true",
    "warehouse:a.b.*, warehouse:a.c.b, false",
  })
  void patternNamesWholeSegmentsOfOneApplication(String pattern, String key, boolean matches)
      throws InvalidPermissionException {
    assertThat(PermissionPattern.parse(pattern).matches(key)).isEqualTo(matches);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "warehouse:stock.adjust",
        "a:b",
        "a-1:b_2.C-3",
        "warehouse:*",
        "warehouse:stock.*"
      })
  void textOfAPatternIsItsSource(String text) throws InvalidPermissionException {
    assertThat(PermissionPattern.parse(text)).hasToString(text);
    assertThat(PermissionPattern.parse(text)).isEqualTo(PermissionPattern.parse(text));
    assertThat(PermissionPattern.parse(text).isWildcard()).isEqualTo(text.endsWith("*"));
    assertThat(PermissionPattern.parse(text).app()).isEqualTo(text.split(":")[0]);
  }

  @ParameterizedTest
  @CsvSource({
    "*, must name its application",
    "*:*, must name its application",
    "*:stock, must name its application",
    "ware*:stock, at the end",
    "warehouse:*.adjust, at the end",
    "warehouse:stock*, whole segments",
    "warehouse:stock.a*, whole segments",
    "warehouse:stock.**, at the end",
    "warehouse:*.*, at the end",
    "warehouse:.*, after the colon",
    "warehouse:a..*, after the colon",
    ":*, before the colon",
    "warehouse, a full permission name",
    "stock.adjust, a full permission name",
    "'', a full permission name",
    ":stock, before the colon",
    "Warehouse:stock, before the colon",
    "1app:stock, before the colon",
    "ware house:stock, before the colon",
    "warehouse:, after the colon",
    "warehouse:stock., after the colon",
    "warehouse:.stock, after the colon",
    "warehouse:a..b, after the colon",
    "warehouse:a:b, after the colon",
    "warehouse:a b, after the colon",
    "warehouse:é, after the colon",
    "wärehouse:stock, before the colon",
  })
  void refusalSaysWhy(String text, String message) {
    assertThatThrownBy(() -> PermissionPattern.parse(text))
        .isInstanceOf(InvalidPermissionException.class)
        .hasMessageContaining(message);
  }

  @Test
  void everyTextThatNamesAKeyMatchesIt() throws InvalidPermissionException {
    assertThat(PermissionPattern.naming("app:a.b.c"))
        .containsExactly("app:*", "app:a.*", "app:a.b.*", "app:a.b.c");
    for (String text : PermissionPattern.naming("app:a.b.c")) {
      assertThat(PermissionPattern.parse(text).matches("app:a.b.c")).isTrue();
    }
  }

  @Test
  void lengthIsBounded() throws InvalidPermissionException {
    assertThat(PermissionKey.parse("a".repeat(64) + ":" + "b".repeat(190)).name()).hasSize(190);
    assertThatThrownBy(() -> PermissionKey.parse("a".repeat(65) + ":b"))
        .hasMessageContaining("at most 64");
    assertThatThrownBy(() -> PermissionPattern.parse("a:" + "b".repeat(191)))
        .hasMessageContaining("at most 190");
  }

  @Test
  void controlCharactersAreRefused() {
    assertThatThrownBy(() -> PermissionKey.parse("a:b\u0000")).hasMessageContaining("after");
    assertThatThrownBy(() -> PermissionKey.parse("a:b\ud800")).hasMessageContaining("after");
  }
}
