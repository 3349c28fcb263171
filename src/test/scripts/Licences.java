import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/**
 * Prints every jar of the packaged application with its licence, as its POM or a parent of it in
 * the local Maven repository says. Exit 1 when one has none.
 *
 * <p>Usage: java src/test/scripts/Licences.java [target/quarkus-app [LOCAL_REPOSITORY]]
 */
class Licences {

  private final Path repository;
  private final Map<String, Path> poms = new TreeMap<>();

  Licences(Path repository) throws IOException {
    this.repository = repository;
    try (Stream<Path> files = Files.walk(repository)) {
      files.filter(file -> file.toString().endsWith(".pom")).forEach(this::index);
    }
  }

  public static void main(String[] arguments) throws Exception {
    Path app = Path.of(arguments.length > 0 ? arguments[0] : "target/quarkus-app");
    Path repository =
        arguments.length > 1
            ? Path.of(arguments[1])
            : Path.of(System.getProperty("user.home"), ".m2", "repository");
    Licences licences = new Licences(repository);
    Map<String, String> rows = new TreeMap<>();
    for (String folder : new String[] {"lib/main", "lib/boot"}) {
      for (File jar : app.resolve(folder).toFile().listFiles((_, name) -> name.endsWith(".jar"))) {
        String stem = jar.getName().substring(0, jar.getName().length() - 4);
        rows.put(stem, licences.of(stem));
      }
    }
    System.out.println("| jar | licence |\n|---|---|");
    rows.forEach((jar, licence) -> System.out.println("| " + jar + " | " + licence + " |"));
    if (rows.containsValue("?")) {
      System.exit(1);
    }
  }

  /** A jar of the application is named group.artifact-version, and has a classifier at times. */
  private void index(Path pom) {
    Path version = pom.getParent();
    Path artifact = version.getParent();
    String group = repository.relativize(artifact.getParent()).toString().replace('/', '.');
    poms.put(group + "." + artifact.getFileName() + "-" + version.getFileName(), pom);
  }

  private String of(String stem) throws Exception {
    for (String name = stem; name.contains("-"); name = name.substring(0, name.lastIndexOf('-'))) {
      if (poms.containsKey(name)) {
        return of(poms.get(name));
      }
    }
    return "?";
  }

  private String of(Path pom) throws Exception {
    Element project =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(pom.toFile())
            .getDocumentElement();
    Set<String> names = new LinkedHashSet<>();
    Element licences = child(project, "licenses");
    if (licences != null) {
      for (Node each = licences.getFirstChild(); each != null; each = each.getNextSibling()) {
        if (each instanceof Element licence && child(licence, "name") != null) {
          names.add(shortly(text(licence, "name")));
        }
      }
    }
    if (!names.isEmpty()) {
      return String.join(" or ", names);
    }
    Element parent = child(project, "parent");
    if (parent == null) {
      return "?";
    }
    Path above =
        poms.get(
            text(parent, "groupId")
                + "."
                + text(parent, "artifactId")
                + "-"
                + text(parent, "version"));
    return above == null ? "?" : of(above);
  }

  private static String shortly(String name) {
    String plain = name.strip().replaceAll("\\s+", " ");
    return plain.matches("(?i).*apache.*2.*|.*ASL.*2.*") ? "Apache-2.0" : plain;
  }

  private static String text(Element parent, String name) {
    return child(parent, name).getTextContent().strip();
  }

  private static Element child(Element parent, String name) {
    for (Node each = parent.getFirstChild(); each != null; each = each.getNextSibling()) {
      if (each instanceof Element element && element.getTagName().equals(name)) {
        return element;
      }
    }
    return null;
  }
}
