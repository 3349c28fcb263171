package io.iamplane.signin;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Each text is there in each language, and stands in HTML as it is. */
class PageTextTest {

  private static final Pattern PLACEHOLDER = Pattern.compile("%.?");

  static Stream<PageLanguage> otherLanguages() {
    return Stream.of(PageLanguage.values()).filter(each -> each != PageLanguage.ENGLISH);
  }

  @ParameterizedTest
  @MethodSource("otherLanguages")
  void aTextIsTranslatedWithItsPlaceholders(PageLanguage language) {
    for (PageText text : PageText.values()) {
      String english = text.in(PageLanguage.ENGLISH);
      String other = text.in(language);
      assertThat(other).as("%s", text).isNotBlank().isNotEqualTo(english);
      assertThat(placeholders(other)).as("%s", text).isEqualTo(placeholders(english));
      assertThat(other.endsWith(".")).as("%s", text).isEqualTo(english.endsWith("."));
    }
  }

  @ParameterizedTest
  @EnumSource
  void aTextNeedsNoEscapes(PageLanguage language) {
    for (PageText text : PageText.values()) {
      assertThat(text.in(language)).as("%s", text).doesNotContainPattern("[<>&\"]");
      assertThat(placeholders(text.in(language))).as("%s", text).allMatch("%s"::equals);
    }
  }

  @Test
  void noTwoTextsAreOne() {
    assertThat(Stream.of(PageText.values()).map(each -> each.in(PageLanguage.ENGLISH)))
        .doesNotHaveDuplicates();
  }

  private static List<String> placeholders(String text) {
    return PLACEHOLDER.matcher(text).results().map(MatchResult::group).toList();
  }
}
