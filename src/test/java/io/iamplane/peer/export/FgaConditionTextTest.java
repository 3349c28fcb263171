package io.iamplane.peer.export;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.language.condition.NamedCondition;
import io.iamplane.peer.export.FgaConditionText.Written;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
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
                Map.of("hour", "int", "from", "int", "days", "list<string>"),
                "hour >= 9 && days.exists(d, d.startsWith('request.inCidr(')) || from == 1"))
        .as("'from' is a word of the DSL")
        .isEqualTo(new Written(null, "'from' is a word of the DSL"));
    assertThat(
            written(
                    "office_hours",
                    Map.of("hour", "int", "days", "list<string>", "note", "map", "all_", "list"),
                    "hour >= 9 && days.exists(d, d == '{request.inCidr(') || size(note) < size(all_)")
                .text())
        .isEqualTo(
            """
            condition office_hours(all_: list<any>, days: list<string>, hour: int, note: map<any>) {
              hour >= 9 && days.exists(d, d == "{request.inCidr(") || size(note) < size(all_)
            }
            """);
  }

  @Test
  void anAddressHasItsType() {
    assertThat(
            written(
                    "inside",
                    Map.of("ip", "string", "nets", "list<string>"),
                    "nets.exists(n, ip.inCidr(n)) || ip.inCidr('10.0.0.0/8')")
                .text())
        .isEqualTo(
            """
            condition inside(ip: ipaddress, nets: list<string>) {
              nets.exists(n, ip.in_cidr(n)) || ip.in_cidr("10.0.0.0/8")
            }
            """);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "ip.inCidr('10.0.0.0/8') && ip != 'x'; 'ip' is read as an address and as a text",
        "ips.exists(i, i.inCidr('10.0.0.0/8')) && ip != 'x'; inCidr is written for a parameter alone",
        "ip.inCidr('10.0.0.0/8') && (ip).inCidr('10.0.0.0/8') && ips[0].inCidr('10.0.0.0/8'); inCidr is written for a parameter alone",
        "request.time > timestamp(ip); it reads 'request', which is not there",
        "ip == 'a' && note.with == 1; 'with' is a word of the DSL",
      },
      quoteCharacter = '`')
  void whatIsNotThereIsNamed(String expression, String obstacle) {
    Map<String, String> parameters = new TreeMap<>();
    Map.of("ip", "string", "ips", "list<string>", "note", "map")
        .forEach((name, type) -> {
          if (expression.matches(".*(?<!\\w)" + name + "(?!\\w).*")) {
            parameters.put(name, type);
          }
        });
    assertThat(written("c", parameters, expression)).isEqualTo(new Written(null, obstacle));
  }

  @Test
  void aNameThatIsAWordIsRefused() {
    assertThat(written("but", Map.of("a", "bool"), "a").obstacle())
        .isEqualTo("'but' is a word of the DSL");
    assertThat(written("c" + "x".repeat(50), Map.of("a", "bool"), "a").obstacle())
        .contains("at most 50 characters");
  }
}
