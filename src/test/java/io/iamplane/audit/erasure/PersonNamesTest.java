package io.iamplane.audit.erasure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PersonNamesTest {

  private final PersonNames names =
      PersonNames.of(
          Arrays.asList("Ann O\"Hara", "ann@example.com", null, "", "a7", "4711", "Ärmel_1%"));

  @ParameterizedTest
  @ValueSource(
      strings = {
        "for ANN@example.com, please",
        "{\"name\":\"Ann O\\\"Hara\"}",
        "Ann O\"Hara",
        "(ärmel_1%)"
      })
  void aTextThatHoldsANameAsWholeWordsNamesThePerson(String text) {
    assertThat(names.in(text)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"joann@example.com", "ann@example.community", "a7", "ticket 4711", "Ann"})
  void partsOfOtherWordsAndWhatIsTooShortDoNot(String text) {
    assertThat(names.in(text)).isFalse();
  }

  @Test
  void accentsCountAlikeAsPartOfALetterAndAfterIt() {
    String part = "Zo\u00eb M\u00fcller";
    String after = "Zoe\u0308 Mu\u0308ller";
    for (String name : List.of(part, after)) {
      PersonNames zoe = PersonNames.of(List.of(name));
      assertThat(zoe.in("for " + part)).isTrue();
      assertThat(zoe.in("for " + after)).isTrue();
      assertThat(List.of(zoe.patterns())).contains("%" + part + "%", "%" + after + "%");
    }
    assertThat(PersonNames.of(List.of("Zoe")).in(after)).isFalse();
  }

  @Test
  void patternsAreLiteral() {
    assertThat(List.of(names.patterns())).contains("%Ärmel\\_1\\%%", "%ann@example.com%");
    assertThat(PersonNames.of(List.of("ab")).isEmpty()).isTrue();
    assertThat(PersonNames.of(List.of("ab")).in("ab")).isFalse();
  }
}
