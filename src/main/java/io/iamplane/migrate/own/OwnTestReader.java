package io.iamplane.migrate.own;

import io.iamplane.catalog.document.Manifest;
import io.iamplane.catalog.document.ManifestFault;
import io.iamplane.catalog.document.ManifestParser;
import io.iamplane.catalog.document.ManifestText;
import io.iamplane.language.condition.AttributeSchema;
import io.iamplane.language.condition.ConditionSyntaxException;
import io.iamplane.language.condition.Conditions;
import io.iamplane.migrate.FilePlace;
import io.iamplane.migrate.PeerAssertion;
import io.iamplane.migrate.PeerAssertion.Check;
import io.iamplane.migrate.PeerAssertion.Expected;
import io.iamplane.migrate.PeerFaults;
import io.iamplane.migrate.PeerFaultsException;
import io.iamplane.migrate.PeerObject;
import io.iamplane.migrate.PeerTest;
import io.iamplane.migrate.PeerTuple;
import io.iamplane.migrate.text.DocumentNode;
import io.iamplane.migrate.text.DocumentNode.Items;
import io.iamplane.migrate.text.DocumentNode.Member;
import io.iamplane.migrate.text.DocumentNode.Members;
import io.iamplane.migrate.text.DocumentNode.Scalar;
import io.iamplane.migrate.text.DocumentReader;
import io.iamplane.migrate.text.DocumentShape;
import io.iamplane.migrate.text.PeerFiles;
import io.iamplane.migrate.text.PeerLimits;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads {@code {manifest_file, relations_file?, relations?, tests: [{name?, relations?, check:
 * [{subject, relation, resource, context?, expected}]}]}}. A relation is a text, {@code user:ann
 * viewer doc:plan}, or an object as {@code iam:relations:import} reads it.
 */
public final class OwnTestReader {

  private final PeerFaults faults = new PeerFaults();
  private final DocumentShape shape = new DocumentShape(faults);
  private final PeerFiles files;
  private AttributeSchema schema = AttributeSchema.EMPTY;
  private Map<String, Object> conditions = Map.of();
  private int held;

  private OwnTestReader(PeerFiles files) {
    this.files = files;
  }

  public static boolean isOwn(DocumentNode document) {
    return document instanceof Members members && members.all().containsKey("manifest_file");
  }

  public static OwnTests read(DocumentNode document, PeerFiles files) throws PeerFaultsException {
    return new OwnTestReader(files).tests(document);
  }

  private OwnTests tests(DocumentNode document) throws PeerFaultsException {
    Members own = shape.members(document, "the file");
    Scalar file = shape.text(own, "manifest_file");
    if (file == null) {
      faults.refuse();
      throw faults.end(own.place(), "'manifest_file' is required");
    }
    Manifest manifest = manifest(file);
    schema = manifest.attributeSchema();
    conditions = manifest.conditions();
    List<PeerTuple> stored = relations(own);
    List<PeerTest> tests = new ArrayList<>();
    for (DocumentNode each : shape.items(own, "tests")) {
      Members test = shape.members(each, "a test");
      Scalar name = shape.optional(test, "name");
      tests.add(
          new PeerTest(
              name == null ? "test " + (tests.size() + 1) : name.value(),
              relations(test),
              checks(test)));
    }
    faults.refuse();
    return new OwnTests(
        manifest.types(), manifest.attributes(), manifest.conditions(), stored, tests);
  }

  private Manifest manifest(Scalar file) throws PeerFaultsException {
    String name = file.value().toLowerCase(Locale.ROOT);
    ManifestText.Format format =
        name.endsWith(".json") ? ManifestText.Format.JSON : ManifestText.Format.YAML;
    ManifestParser.Parsed parsed =
        files.named(
            file,
            faults,
            stream -> ManifestText.parse(stream.readNBytes(ManifestText.MAX_BYTES + 1), format));
    Manifest manifest = parsed.manifest();
    if (manifest == null) {
      for (ManifestFault fault : parsed.faults()) {
        faults.add(new FilePlace(file.value(), 1, 1), fault.toString());
      }
      faults.refuse();
      throw new IllegalStateException("no manifest and no fault");
    }
    return manifest;
  }

  private List<PeerTuple> relations(Members in) throws PeerFaultsException {
    List<PeerTuple> all = new ArrayList<>();
    for (DocumentNode each : shape.items(in, "relations")) {
      hold(relation(each), all);
    }
    Scalar file = shape.optional(in, "relations_file");
    if (file != null) {
      files.named(
          file,
          faults,
          stream -> {
            DocumentReader.of(file.value(), stream)
                .elements((list, element) -> {
                  if (list.equals("relations")) {
                    hold(relation(element), all);
                  }
                });
            return true;
          });
    }
    return all;
  }

  private void hold(@Nullable PeerTuple tuple, List<PeerTuple> all) throws PeerFaultsException {
    if (tuple != null) {
      if (++held > PeerLimits.MAX_TUPLES) {
        throw faults.end(
            tuple.place(),
            "the tests have more than %d relations".formatted(PeerLimits.MAX_TUPLES));
      }
      all.add(tuple);
    }
  }

  private @Nullable PeerTuple relation(DocumentNode node) throws PeerFaultsException {
    return node instanceof Scalar text
        ? relation(text)
        : relation(shape.members(node, "a relation"));
  }

  private @Nullable PeerTuple relation(Scalar text) throws PeerFaultsException {
    String[] parts = text.value().strip().split("\\s+", -1);
    if (parts.length != 3) {
      faults.add(text.place(), "a relation must have the form 'user:ann viewer doc:plan'");
      return null;
    }
    int hash = parts[0].lastIndexOf('#');
    PeerObject subject = object(hash < 0 ? parts[0] : parts[0].substring(0, hash), text.place());
    PeerObject object = object(parts[2], text.place());
    return subject == null || object == null
        ? null
        : PeerTuple.of(
            object,
            parts[1],
            subject,
            hash < 0 ? null : parts[0].substring(hash + 1),
            text.place());
  }

  private @Nullable PeerObject object(String text, FilePlace place) throws PeerFaultsException {
    PeerObject object = PeerObject.parse(text);
    if (object == null) {
      faults.add(place, "'" + text + "' must have the form type:id");
    }
    return object;
  }

  private @Nullable PeerTuple relation(Members in) throws PeerFaultsException {
    PeerObject object = shape.object(in, "object_type", "object_id");
    PeerObject subject = shape.object(in, "subject_type", "subject_id");
    Scalar name = shape.text(in, "relation");
    Scalar userset = shape.optional(in, "subject_relation");
    Scalar condition = shape.optional(in, "condition");
    Members use = in.get("named_condition") == null ? null : shape.member(in, "named_condition");
    Scalar until = shape.optional(in, "valid_until");
    if (object == null || subject == null || name == null) {
      return null;
    }
    return new PeerTuple(
        object,
        name.value(),
        subject,
        userset == null ? null : userset.value(),
        use == null ? condition(condition) : named(use),
        use == null ? Map.of() : stored(use),
        until == null ? null : time(until),
        in.place());
  }

  private @Nullable String named(Members use) throws PeerFaultsException {
    Scalar name = shape.text(use, "name");
    if (name != null && !conditions.containsKey(name.value())) {
      faults.add(name.place(), "the manifest declares no condition '" + name.value() + "'");
    }
    return name == null ? null : name.value();
  }

  private Map<String, Object> stored(Members use) throws PeerFaultsException {
    Members values = shape.member(use, "values");
    for (Map.Entry<String, Member> each : values.all().entrySet()) {
      refuseNull(each.getValue().value(), each.getKey());
    }
    return DocumentShape.values(values);
  }

  /** Refuses null, which is no value here: without it the request would give one. */
  private void refuseNull(DocumentNode node, String name) throws PeerFaultsException {
    switch (node) {
      case Scalar scalar -> {
        if (scalar.isNull()) {
          faults.add(scalar.place(), "the value of '" + name + "' must not be or contain null");
        }
      }
      case Items items -> {
        for (DocumentNode each : items.all()) {
          refuseNull(each, name);
        }
      }
      case Members members -> {
        for (Member each : members.all().values()) {
          refuseNull(each.value(), name);
        }
      }
    }
  }

  private @Nullable String condition(@Nullable Scalar text) throws PeerFaultsException {
    if (text == null) {
      return null;
    }
    try {
      Conditions.compile(text.value(), schema);
      return text.value();
    } catch (ConditionSyntaxException e) {
      faults.add(text.place(), "condition: " + e.reason());
      return null;
    }
  }

  private @Nullable Instant time(Scalar text) throws PeerFaultsException {
    try {
      return Instant.parse(text.value());
    } catch (DateTimeException e) {
      faults.add(text.place(), "'valid_until' must be a time such as 2026-07-01T09:30:00Z");
      return null;
    }
  }

  private List<PeerAssertion> checks(Members test) throws PeerFaultsException {
    List<PeerAssertion> checks = new ArrayList<>();
    for (DocumentNode each : shape.items(test, "check")) {
      Members check = shape.members(each, "a check");
      Scalar subject = shape.text(check, "subject");
      Scalar relation = shape.text(check, "relation");
      Scalar resource = shape.text(check, "resource");
      DocumentNode flag = check.get("expected");
      Boolean expected = flag == null ? null : shape.flag(flag, "expected");
      if (flag == null) {
        faults.add(check.place(), "'expected' is required");
      }
      String named = subject == null ? "" : subject.value();
      int hash = named.lastIndexOf('#');
      PeerObject who =
          subject == null
              ? null
              : object(hash < 0 ? named : named.substring(0, hash), subject.place());
      PeerObject what = resource == null ? null : object(resource.value(), resource.place());
      if (who != null && what != null && relation != null && expected != null) {
        checks.add(
            new Check(
                who,
                hash < 0 ? null : named.substring(hash + 1),
                relation.value(),
                what,
                shape.values(check, "context"),
                expected ? Expected.ALLOWED : Expected.DENIED,
                check.place()));
      }
    }
    return checks;
  }
}
