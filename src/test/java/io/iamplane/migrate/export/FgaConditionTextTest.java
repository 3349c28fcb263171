package io.iamplane.migrate.export;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.language.condition.NamedCondition;
import io.iamplane.migrate.export.FgaConditionText.Written;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FgaConditionTextTest {

  private static Written written(String name, Map<String, String> parameters, String expression) {
    NamedCondition condition =
        NamedCondition.parse(
            name,
            name,
            Map.of("parameters", parameters, "expression", expression),
            (path, line, column, message) -> {
              throw new AssertionError(path + ": " + message);
            });
    return FgaConditionText.of(Objects.requireNonNull(condition));
  }

  @Test
  void anExpressionStaysAsItIs() {
    assertThat(
            written(
                    "office_hours",
                    Map.of("hour", "int", "days", "list<string>", "at", "timestamp", "on", "bool"),
                    "hour >= 9 && days.exists(d, d == '{request.inCidr(') || on || at.getHours() =="
                        + " 3")
                .text())
        .isEqualTo(
            """
            condition office_hours(at: timestamp, days: list<string>, hour: int, on: bool) {
              hour >= 9 && days.exists(d, d == "{request.inCidr(") || on || at.getHours() == 3
            }
            """);
  }

  /** A line of the notation ends at white space and '#'. */
  @Test
  void aStringIsNoComment() {
    assertThat(written("c", Map.of("team", "string"), "team == 'room #1'").text())
        .contains("team == \"room \\u00231\"");
  }

  @Test
  void anAddressHasItsType() {
    Written inside =
        written(
            "inside",
            Map.of("ip", "string", "nets", "list<string>"),
            "nets.exists(n, ip.inCidr(n)) || ip.inCidr('10.0.0.0/8')");
    assertThat(inside.hasNetworks()).isTrue();
    assertThat(inside.text())
        .isEqualTo(
            """
            condition inside(ip: ipaddress, nets: list<string>) {
              nets.exists(n, ip.in_cidr(n)) || ip.in_cidr("10.0.0.0/8")
            }
            """);
    assertThat(written("c", Map.of("d", "double"), "d <= 1e2 && d > 1.5").hasNetworks()).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "string ip; ip.inCidr('10.0.0.0/8') && ip != 'x'; 'ip' is used as both an address and a"
            + " string",
        "list<string> ips; ips.exists(i, i.inCidr('10.0.0.0/8')); inCidr can be written only for a"
            + " parameter",
        "string ip; request.time > timestamp(ip); OpenFGA does not have 'request'",
        "string from; from == 'a'; 'from' is a keyword in OpenFGA",
        "string timestamp; timestamp == 'a'; 'timestamp' is a type in OpenFGA",
        "map note; note.inCidr == 1; parameter 'note' of type map cannot be written: use one of"
            + " bool,",
        "list all_; size(all_) > 1; parameter 'all_' of type list cannot be written",
        "any x; x == 'a'; parameter 'x' of type any cannot be written",
        "list<list<int>> x; size(x) == 1; parameter 'x' of type list<list<int>> cannot be written",
        "double x; x <= 100; OpenFGA cannot compare integers with doubles: write 100.0",
        "int x; x <= 1.5; OpenFGA cannot compare integers with doubles",
        "double x; x in [1.5, 2]; OpenFGA cannot compare integers with doubles",
        "string x; x == null; OpenFGA cannot compare with null",
        "string x; x in {'a': 1}; a map cannot be written",
      })
  void whatIsNotThereIsNamed(String parameter, String expression, String obstacle) {
    String[] words = parameter.split(" ");
    Written made = written("c", Map.of(words[1], words[0]), expression);
    assertThat(made.text()).isNull();
    assertThat(made.obstacle()).contains(obstacle);
  }

  /** All at once, so that an author need not try again for each. */
  @Test
  void eachObstacleIsNamed() {
    assertThat(written("model", Map.of(), "request.time > timestamp('2026-01-01T00:00:00Z')"))
        .isEqualTo(
            new Written(
                null,
                "OpenFGA does not have 'request': use a parameter; 'model' is a"
                    + " keyword of the OpenFGA DSL; OpenFGA requires each condition to have a"
                    + " parameter",
                false));
    assertThat(written("c" + "x".repeat(50), Map.of("a", "bool"), "a").obstacle())
        .contains("at most 50 characters");
    assertThat(written("but", Map.of("a", "bool"), "a").obstacle()).contains("'but' is a keyword");
  }
}
