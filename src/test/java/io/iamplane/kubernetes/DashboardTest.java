package io.iamplane.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The dashboard asks for meters that there are, and its panels do not cover one another. */
class DashboardTest {

  private static final Set<String> OF_THE_FRAMEWORK = Set.of("process_cpu_usage");

  private final JsonNode dashboard = MonitoredMeters.dashboard();

  @Test
  void everyMeterIsPublishedOrToCome() {
    Set<String> asked = MonitoredMeters.all();
    asked.removeAll(OF_THE_FRAMEWORK);
    assertThat(asked).hasSizeGreaterThan(15).isSubsetOf(PublishedMeters.ofSources());
  }

  @Test
  void everyPanelSaysWhatItShowsOfTheChosenNamespace() {
    Set<Integer> ids = new TreeSet<>();
    for (JsonNode panel : panels()) {
      assertThat(ids.add(panel.path("id").asInt())).isTrue();
      if (panel.path("type").asText().equals("row")) {
        continue;
      }
      assertThat(panel.path("description").asText()).endsWith(".");
      assertThat(panel.path("datasource").path("uid").asText()).isEqualTo("$datasource");
      assertThat(panel.findValuesAsText("expr"))
          .isNotEmpty()
          .allSatisfy(each -> assertThat(each).contains("namespace=\"$namespace\""));
    }
  }

  @Test
  void panelsDoNotOverlap() {
    Set<String> cells = new TreeSet<>();
    for (JsonNode panel : panels()) {
      JsonNode at = panel.path("gridPos");
      assertThat(at.path("x").asInt() + at.path("w").asInt()).isLessThanOrEqualTo(24);
      for (int x = 0; x < at.path("w").asInt(); x++) {
        for (int y = 0; y < at.path("h").asInt(); y++) {
          assertThat(cells.add((at.path("x").asInt() + x) + "," + (at.path("y").asInt() + y)))
              .as(panel.path("title").asText())
              .isTrue();
        }
      }
    }
  }

  @Test
  void variablesAreDeclared() {
    List<String> declared = new ArrayList<>();
    dashboard
        .path("templating")
        .path("list")
        .forEach(each -> declared.add(each.path("name").asText()));
    assertThat(
            Pattern.compile("\\$(\\w+)")
                .matcher(dashboard.path("panels").toString())
                .results()
                .map(MatchResult::group)
                .map(name -> name.substring(1)))
        .isSubsetOf(declared);
  }

  private List<JsonNode> panels() {
    List<JsonNode> panels = new ArrayList<>();
    dashboard.path("panels").forEach(panels::add);
    return panels;
  }
}
