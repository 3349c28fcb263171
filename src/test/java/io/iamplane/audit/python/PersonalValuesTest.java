package io.iamplane.audit.python;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Personal values stand beside the chain: erased is no fault, exchanged is. */
class PersonalValuesTest {

  private static final String ALTERED = "record_altered";
  private static final String NAME = "/after/na~1me~0";
  private static final String ITEM = "/after/list/1";

  @TempDir Path folder;

  @BeforeEach
  void python() {
    Python.assumePresent();
  }

  @TestFactory
  List<DynamicTest> personalValues() {
    return new Cases(Exports::whole)
        .whole("both there", 12, e -> {})
        .whole("one erased", 12, change(personal -> personal.remove(NAME)))
        .whole("both erased", 12, change(ObjectNode::removeAll))
        .whole("no field", 12, e -> e.record(3, line -> line.remove("personal")))
        .whole("number in another form", 12, raw("1.0E21", "1000000000000000000000"))
        .whole("members in another order", 12, change(PersonalValuesTest::reorder))
        .broken("value", ALTERED, 3, change(p -> value(p).put("first", "Zoe")))
        .broken("value's type", ALTERED, 3, change(p -> at(p, NAME).put("value", "Zo\u00eb")))
        .broken("value null", ALTERED, 3, change(p -> at(p, NAME).putNull("value")))
        .broken("value decomposed", ALTERED, 3, change(p -> value(p).put("first", "Zoe\u0308")))
        .broken("value no double", ALTERED, 3, raw("1.0E21", "1E999"))
        .broken("value a long number", ALTERED, 3, raw("1.0E21", "1" + "0".repeat(400)))
        .broken("salt", ALTERED, 3, change(p -> at(p, ITEM).put("salt", "b5".repeat(32))))
        .broken("no such member", ALTERED, 3, change(p -> move(p, "/after/name")))
        .broken("another member", ALTERED, 3, change(p -> move(p, "/after/note")))
        .broken("below a text", ALTERED, 3, change(p -> move(p, "/after/note/x")))
        .broken("no such item", ALTERED, 3, change(p -> move(p, "/after/list/2")))
        .broken("item with a zero", ALTERED, 3, change(p -> move(p, "/after/list/01")))
        .broken("item -", ALTERED, 3, change(p -> move(p, "/after/list/-")))
        .broken("another item", ALTERED, 3, change(p -> move(p, "/after/list/0")))
        .broken("below nothing", ALTERED, 3, change(p -> move(p, "/a/b/c")))
        .broken("the whole text", ALTERED, 3, change(p -> move(p, "")))
        .broken("at another record's name", ALTERED, 4, PersonalValuesTest::toAnother)
        .broken("digest in the text", ALTERED, 3, e -> e.rewrite(3, "sha256\":\"", "sha256\":\"00"))
        .refused("no pointer", "'after' is not a JSON Pointer", change(p -> move(p, "after")))
        .refused("a tilde alone", "is not a JSON Pointer", change(p -> move(p, "/after/na~1me~")))
        .refused("a tilde and 2", "is not a JSON Pointer", change(p -> move(p, "/after/na~2")))
        .refused("no salt", "has salt and value", change(p -> at(p, NAME).remove("salt")))
        .refused("no value", "has salt and value", change(p -> at(p, NAME).remove("value")))
        .refused("more", "has salt and value", change(p -> at(p, NAME).put("more", 1)))
        .refused("salt short", "a salt is not 64", change(p -> at(p, NAME).put("salt", "a5")))
        .refused("no object", "'personal' is not", e -> e.record(3, l -> l.put("personal", 1)))
        .refused("a text", "has salt and value", change(p -> p.put(NAME, "x")))
        .refused("a name twice in it", "stands twice", raw("\"first\":", "\"years\":1,\"first\":"))
        .tests(folder);
  }

  private static Consumer<Export> change(Consumer<ObjectNode> personal) {
    return export -> export.record(3, line -> personal.accept((ObjectNode) line.get("personal")));
  }

  private static Consumer<Export> raw(String from, String to) {
    return export -> {
      int index = export.index("record", 3);
      String line = export.lines().get(index);
      if (!line.contains(from)) {
        throw new AssertionError(line);
      }
      export.lines().set(index, line.replace(from, to));
    };
  }

  private static ObjectNode at(ObjectNode personal, String pointer) {
    return (ObjectNode) personal.get(pointer);
  }

  private static ObjectNode value(ObjectNode personal) {
    return (ObjectNode) at(personal, NAME).get("value");
  }

  private static void reorder(ObjectNode personal) {
    ObjectNode value = value(personal);
    value.set("first", value.remove("first"));
  }

  private static void move(ObjectNode personal, String pointer) {
    personal.set(pointer, personal.remove(NAME));
  }

  /** Record 4 holds the same digests, but not at this place. */
  private static void toAnother(Export export) {
    ObjectNode personal = Export.JSON.createObjectNode();
    personal.set("/after", export.record(3).get("personal").get(NAME));
    export.record(4, line -> line.set("personal", personal));
  }
}
