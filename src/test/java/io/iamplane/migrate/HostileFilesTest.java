package io.iamplane.migrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.iamplane.migrate.generator.GeneratedLines;
import io.iamplane.migrate.source.PeerFormats;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Files that are made to exhaust a reader end in a fault with its place, or are read. */
class HostileFilesTest {

  private static final String HEADER = "model\n  schema 1.1\ntype user\ntype doc\n  relations\n";

  @Test
  void deepParenthesesAreAFault() {
    String deep = "(".repeat(100_000) + "a" + ")".repeat(100_000);

    assertThat(fault("m.fga", HEADER + "    define a: [user]\n    define b: " + deep))
        .isEqualTo("m.fga:7:47: parentheses are nested more than 32 levels deep");
    assertThat(fault("m.yaml", PeerKind.TOPAZ, "types: {doc: {permissions: {b: '" + deep + "'}}}"))
        .contains("parentheses are nested more than 32 levels deep");
  }

  @Test
  void deepDocumentsAreAFault() {
    assertThat(fault("m.json", "[".repeat(100_000))).contains("more than 64 levels");
    assertThat(fault("m.json", "{\"a\":".repeat(100_000))).contains("more than 64 levels");
    assertThat(fault("m.yaml", "[".repeat(100_000))).contains("more than 64 levels");
    assertThat(fault("m.yaml", "- ".repeat(100_000))).contains("more than 64 levels");
  }

  @Test
  void manyNamesAreRefusedOrRead() {
    assertThat(fault("m.fga", HEADER + defined(10_001)))
        .contains("the model has more than 10000 names");
    assertThat(fault("m.fga", HEADER + defined(300)))
        .contains("a type can have at most 256 relations and permissions");
    assertThat(fault("m.fga", HEADER + defined(200))).isEmpty();
  }

  private static String defined(int names) {
    return IntStream.range(0, names)
        .mapToObj(i -> "    define r%d: %s\n".formatted(i, i == 0 ? "[user]" : "r" + (i - 1)))
        .collect(Collectors.joining());
  }

  @Test
  void longRowsOfOperatorsAreAFault() {
    String row = " or a".repeat(2_000);

    assertThat(fault("m.fga", HEADER + "    define a: [user]\n    define b: a" + row))
        .contains("the expression has more than 1000 operators");
  }

  @Test
  void cyclesHoldForNoOneAndAreReported() throws PeerFaultsException {
    Imported model =
        Imported.openfga(
            "m.fga",
            HEADER + "    define x: [user]\n    define a: b\n    define b: c\n    define c: a\n");

    assertThat(model.model("m.fga").types().get("doc")).asString().contains("nil");
    assertThat(model.report()).anyMatch(line -> line.contains("note: 'a' can never hold"));
  }

  @Test
  void textThatStandsForMoreThanItShowsIsRefused() {
    String laughs =
        "a: &a [x, x]\n" + "b: &b [*a, *a, *a, *a, *a, *a, *a, *a]\n" + "c: [*b, *b, *b, *b]\n";

    assertThat(fault("m.yaml", laughs))
        .isEqualTo(
            "m.yaml:1:4: anchors (&) and aliases (*) are not supported; write the value out");
    assertThat(fault("m.yaml", "a: {<<: {b: 1}}")).contains("merge keys");
    assertThat(fault("m.yaml", "a: 1\na: 2\n")).isEqualTo("m.yaml:2:1: duplicate member 'a'");
    assertThat(fault("m.yaml", "a: 1\n---\nb: 2\n")).contains("one document can be read");
  }

  @Test
  void endlessLinesAreAFault() {
    String endless = "x".repeat(2 << 20);

    assertThat(fault("m.yaml", "a: 1\nb: " + endless))
        .startsWith("m.yaml:2:")
        .contains("more than 1048576");
    assertThat(fault("m.json", "{\"a\": \"" + endless + "\"}")).contains("more than 1048576");
    assertThat(fault("m.fga", HEADER + "    define " + endless + ": [user]"))
        .contains("a name can have at most 254 characters");
    assertThat(fault("m.fga", "#".repeat(9 << 20)))
        .contains("the file has more than 8388608 bytes");
  }

  @Test
  void textsThatDoNotEndAreAFault() {
    String line = "x".repeat(1_000) + "\n    ";

    assertThat(endless("t.yaml", "- user: |\n    ", line))
        .startsWith(
            "t.yaml:1:3: a string, comment or run of white space has more than 4194304"
                + " characters");
    assertThat(endless("t.yaml", "- user: \"", line)).contains("more than 4194304 characters");
    assertThat(endless("t.yaml", "- user: ", line)).contains("more than 4194304 characters");
    assertThat(endless("t.yaml", "- user: a\n", "# and so on\n"))
        .contains("more than 4194304 characters");
  }

  @Test
  void elementsThatDoNotEndAreAFault() {
    String text = "x".repeat(100_000);

    assertThat(endless("t.json", "[[", "1,")).endsWith(": the document has more than 10000 parts");
    assertThat(endless("t.json", "[[", "\"" + text + "\","))
        .endsWith(": names and strings have more than 2097152 characters in total");
    assertThat(endless("t.yaml", "- - a\n", "  - b\n"))
        .endsWith(": the document has more than 10000 parts");
  }

  /** The fault of an endless file of relations. */
  private static String endless(String file, String begin, String again) {
    GeneratedLines lines = new GeneratedLines(8L << 30, begin, _ -> again, "");
    PeerFaultsException error =
        catchThrowableOfType(
            PeerFaultsException.class,
            () -> PeerFormats.data(PeerKind.OPENFGA, file, _ -> lines).read(_ -> {}));
    return error.faults().getFirst().toString();
  }

  @Test
  void allFaultsAreReportedTogether() {
    assertThat(
            faults(
                "m.fga",
                PeerKind.OPENFGA,
                HEADER
                    + """
                        define a: [usr]
                        define b: a or
                        define c: [user] and a or b
                        define d: missing
                        define e: a from d
                        define f: [user with absent]
                        define a: [user]
                    condition x(y: int) { y > 1
                    """))
        .isEqualTo("m.fga:13:21: the condition is not closed with '}'");
    assertThat(
            faults(
                "m.fga",
                PeerKind.OPENFGA,
                HEADER
                    + """
                        define b: a or
                        define c: [user] and a or b
                        define : [user]
                    """))
        .isEqualTo(
            """
            m.fga:7:5: expected a relation, '[' or '(', found 'define'
            m.fga:7:28: mixed operators must be grouped with parentheses
            m.fga:8:12: expected a relation name, found ':'\
            """);
    assertThat(
            faults(
                "m.fga",
                PeerKind.OPENFGA,
                HEADER
                    + """
                        define a: [usr]
                        define d: missing
                        define e: a from d
                        define f: [user with absent]
                        define g: [user#x]
                    """))
        .contains(
            "there is no type 'usr'",
            "type 'doc' has no relation or permission 'missing'",
            "'d' cannot be traversed, because it is not just a list of subjects",
            "there is no condition 'absent'",
            "type 'user' has no relation or permission 'x'");
  }

  private static final String TINY = "model: |\n  model\n    schema 1.1\n  type user\n";

  /** One file that is named a thousand times is read a thousand times. */
  @Test
  void filesThatAFileNamesAreBounded() {
    String names = "a.json, ".repeat(1_001);

    assertThat(refusal(PeerKind.OPENFGA, "s.fga.yaml", TINY + "tuple_files: [" + names + "]"))
        .isEqualTo("s.fga.yaml:5:15: 'tuple_files' must list at most 1000 files");
    assertThat(refusal(PeerKind.OPENFGA, "fga.mod", "contents: [" + names + "]"))
        .isEqualTo("fga.mod:1:1: 'contents' must list 1 to 1000 files");
    String template = "{\"assets\": {\"manifest\": \"m.yaml\", \"domain_data\": [%s]}}";
    assertThat(
            refusal(
                PeerKind.TOPAZ,
                "t.json",
                template.formatted("\"a.json\",".repeat(1_001) + "\"b\"")))
        .isEqualTo("t.json:1:12: a template can name at most 1000 files");
    Imported absent =
        Imported.of(PeerKind.TOPAZ)
            .file("t.json", template.formatted("\"absent.json\""))
            .file("m.yaml", "model: {version: 3}\ntypes: {a: {relations: {r: a}}}\n");
    assertThat(refusal(absent, "t.json"))
        .isEqualTo("t.json:1:51: the file absent.json cannot be read");
  }

  /** A few long files, each named often, are more than memory holds. */
  @Test
  void filesTogetherAreBounded() {
    String endless = "#".repeat(5 << 20);
    assertThat(
            refusal(
                Imported.openfga("fga.mod", "schema: '1.2'\ncontents:\n  - a.fga\n  - a.fga\n")
                    .file("a.fga", endless),
                "fga.mod"))
        .isEqualTo(
            "fga.mod:4:5: the files up to this one have more than 8388608 characters in total");

    String relation =
        "{\"object_type\": \"a\", \"object_id\": \"1\", \"relation\": \"r\","
            + " \"subject_type\": \"a\", \"subject_id\": \"2\"},\n";
    Imported template =
        Imported.of(PeerKind.TOPAZ)
            .file(
                "t.json",
                "{\"assets\": {\"manifest\": \"m.yaml\", \"domain_data\": [%s]}}"
                    .formatted("\"a.json\",".repeat(9) + "\"a.json\""))
            .file("m.yaml", "model: {version: 3}\ntypes: {a: {relations: {r: a}}}\n")
            .file("a.json", "[" + relation.repeat(30_000) + relation.replace(",\n", "]"));
    assertThat(refusal(template, "t.json"))
        .startsWith("a.json:")
        .endsWith("the tests have more than 200000 relations");

    String check =
        "{\"check\": {\"object_type\": \"a\", \"object_id\": \"1\", \"relation\": \"r\","
            + " \"subject_type\": \"a\", \"subject_id\": \"2\"}, \"expected\": true},\n";
    Imported checks =
        Imported.of(PeerKind.TOPAZ)
            .file(
                "t.json",
                "{\"assets\": {\"manifest\": \"m.yaml\", \"assertions\": [%s]}}"
                    .formatted("\"a.json\",".repeat(9) + "\"a.json\""))
            .file("m.yaml", "model: {version: 3}\ntypes: {a: {relations: {r: a}}}\n")
            .file(
                "a.json",
                "{\"assertions\": [" + check.repeat(25_000) + check.replace("},\n", "}]}"));
    assertThat(refusal(checks, "t.json"))
        .contains("the files up to this one have more than 200000 assertions");
  }

  /** Each stage is asked with the tuples of all stages before. */
  @Test
  void stagesThatGrowAreBounded() {
    String tuple = "        - {object: 'doc:1', relation: r, user: 'user:%d'}\n";
    String first =
        "    - model: \"model\\n  schema 1.1\\ntype user\"\n      tuples:\n"
            + IntStream.range(0, 3_000).mapToObj(tuple::formatted).collect(Collectors.joining());
    String more = "    - {model: \"model\\n  schema 1.1\\ntype user\"}\n".repeat(100);

    assertThat(refusal(PeerKind.OPENFGA, "t.yaml", "tests:\n- name: x\n  stages:\n" + first + more))
        .isEqualTo(
            "t.yaml:3071:7: the stages up to this one have more than 200000 tuples in total; each"
                + " tuple is counted again in every later stage");
  }

  /** The first fault of a file of tests. */
  private static String refusal(PeerKind kind, String file, String text) {
    return refusal(Imported.of(kind).file(file, text), file);
  }

  private static String refusal(Imported files, String file) {
    PeerFaultsException error =
        catchThrowableOfType(PeerFaultsException.class, () -> files.runAll(file));
    return error == null ? "" : error.faults().getFirst().toString();
  }

  private static String fault(String file, String text) {
    return fault(file, PeerKind.OPENFGA, text);
  }

  private static String fault(String file, PeerKind kind, String text) {
    return faults(file, kind, text).lines().findFirst().orElse("");
  }

  private static String faults(String file, PeerKind kind, String text) {
    PeerFaultsException error =
        catchThrowableOfType(
            PeerFaultsException.class, () -> Imported.of(kind).file(file, text).model(file));
    return error == null
        ? ""
        : error.faults().stream().map(Object::toString).collect(Collectors.joining("\n"));
  }
}
