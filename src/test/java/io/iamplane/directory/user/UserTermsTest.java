package io.iamplane.directory.user;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UserTermsTest {

  private static final List<User> PEOPLE =
      List.of(
          user("Anna Anders", "anna.anders@example.org", "anna"),
          user("Annabel Anna Ann", "mail@example.org", "e-1"),
          user("Mailbox Mail", "mailbox.mail@example.org", "mailbox"),
          user("Mailbox Mail Mailbox2", "mailbox2@example.org", "mailbox-mail"),
          user("\uD83D\uDE00\uD83D\uDE00 \uD83D\uDE00x", null, "\uFFFDa"),
          user("Same", "same", "same"));

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a",
        "an",
        "ann",
        "anna",
        "anna ",
        "annab",
        "m",
        "mail",
        "mailbox",
        "mailbox ",
        "mailbox m",
        "mailbox.m",
        "mailbox-mai",
        "e",
        "same",
        "x",
        "\uD83D\uDE00",
        "\uD83D\uDE00\uD83D\uDE00"
      })
  void theSlotsOfASearchHoldEachPersonOnce(String search) {
    for (User user : PEOPLE) {
      List<UserTerms.Term> found =
          UserTerms.of(user).stream()
              .filter(term -> term.text().startsWith(search))
              // Of two terms in order, of which the second begins so: "less than" means "not so".
              .filter(term -> !term.previous().startsWith(search))
              .filter(term ->
                  UserTerms.slots(List.of(user.status()), search)
                      .contains(UserTerms.slot(user.status(), term.shared())))
              .toList();
      boolean matches =
          UserTerms.of(user).stream().anyMatch(term -> term.text().startsWith(search));
      assertThat(found).as(user.name()).hasSize(matches ? 1 : 0);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "ma", "mail", "mailbox", "mailbox."})
  void uptoEightCharactersNothingIsPassedOver(String search) {
    for (User user : PEOPLE) {
      assertThat(UserTerms.of(user))
          .filteredOn(term -> term.text().startsWith(search))
          .filteredOn(term ->
              UserTerms.slots(List.of(user.status()), search)
                  .contains(UserTerms.slot(user.status(), term.shared())))
          .allMatch(term -> !term.previous().startsWith(search));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "anna, '', 0",
    "anna, anders, 2",
    "anna, ann, 3",
    "mailbox mail, mailbox, 7",
    "mailbox mail, mailbox 1, 8",
    "mailbox mail 2, mailbox mail 1, 8",
    "\uD83D\uDE00b, \uD83D\uDE00a, 1"
  })
  void sharedCountsCharacters(String text, String previous, int shared) {
    assertThat(new UserTerms.Term(text, previous).shared()).isEqualTo(shared);
  }

  @Test
  void aSearchAsksForNoMoreSlotsThanItNeeds() {
    List<User.Status> both = List.of(User.Status.values());
    assertThat(UserTerms.slots(both, "a")).containsExactly("active:0", "suspended:0");
    assertThat(UserTerms.slots(both, "\uD83D\uDE00")).hasSize(2);
    assertThat(UserTerms.slots(both, "annabel-")).hasSize(16);
    assertThat(UserTerms.slots(both, "annabel-longer")).hasSize(18);
    assertThat(UserTerms.slots(both, "")).hasSize(2);
    assertThat(UserTerms.slots(both)).hasSize(18);
  }

  @Test
  void termsAreInTheOrderOfTheIndexAndEachKnowsTheOneBefore() {
    for (User user : PEOPLE) {
      List<UserTerms.Term> terms = UserTerms.of(user);
      assertThat(terms.getFirst().previous()).isEmpty();
      for (int i = 1; i < terms.size(); i++) {
        assertThat(terms.get(i).previous()).isEqualTo(terms.get(i - 1).text());
      }
    }
    assertThat(UserTerms.of(PEOPLE.getLast())).hasSize(1);
    assertThat(UserTerms.of(PEOPLE.getFirst()).stream().map(UserTerms.Term::text))
        .containsExactlyElementsOf(
            new TreeSet<>(
                Stream.of("anna anders", "anna", "anders", "anna.anders@example.org").toList()));
  }

  private static User user(String name, String email, String externalId) {
    return new User(
        UserId.next(),
        externalId,
        email,
        name,
        User.Status.ACTIVE,
        Map.of(),
        1,
        Instant.parse("2026-01-01T00:00:00Z"));
  }
}
