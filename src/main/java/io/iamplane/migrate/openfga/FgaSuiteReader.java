package io.iamplane.migrate.openfga;

import io.iamplane.migrate.PeerAssertion;
import io.iamplane.migrate.PeerAssertion.Check;
import io.iamplane.migrate.PeerAssertion.Expected;
import io.iamplane.migrate.PeerAssertion.Objects;
import io.iamplane.migrate.PeerAssertion.Subjects;
import io.iamplane.migrate.PeerDocument;
import io.iamplane.migrate.PeerFaults;
import io.iamplane.migrate.PeerFaultsException;
import io.iamplane.migrate.PeerModel;
import io.iamplane.migrate.PeerObject;
import io.iamplane.migrate.PeerTest;
import io.iamplane.migrate.PeerTuple;
import io.iamplane.migrate.openfga.FgaTuples.User;
import io.iamplane.migrate.text.DocumentNode;
import io.iamplane.migrate.text.DocumentNode.Items;
import io.iamplane.migrate.text.DocumentNode.Members;
import io.iamplane.migrate.text.DocumentNode.Scalar;
import io.iamplane.migrate.text.DocumentShape;
import io.iamplane.migrate.text.PeerLimits;
import io.iamplane.migrate.text.PeerText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Reads a file of OpenFGA's own tests: {@code tests}, each of {@code stages} with a {@code model},
 * {@code tuples} besides those of the stages before, and {@code checkAssertions}, {@code
 * listObjectsAssertions} and {@code listUsersAssertions}. An {@code errorCode} is an answer too.
 */
public final class FgaSuiteReader {

  private final PeerFaults faults = new PeerFaults();
  private final DocumentShape shape = new DocumentShape(faults);
  private final FgaTuples names = new FgaTuples(faults);
  private int held;

  private FgaSuiteReader() {}

  public static boolean isSuite(DocumentNode document) {
    return document instanceof Members members
        && members.get("tests") instanceof Items tests
        && tests.all().stream()
            .anyMatch(each -> each instanceof Members test && test.get("stages") != null);
  }

  /** Reads each stage as a document. */
  public static List<PeerDocument> read(DocumentNode document) throws PeerFaultsException {
    return new FgaSuiteReader().suite(document);
  }

  private List<PeerDocument> suite(DocumentNode document) throws PeerFaultsException {
    List<PeerDocument> stages = new ArrayList<>();
    Members suite = shape.members(document, "a test file");
    for (DocumentNode each : shape.items(suite, "tests")) {
      Members test = shape.members(each, "a test");
      Scalar name = shape.text(test, "name");
      List<PeerTuple> stored = new ArrayList<>();
      for (DocumentNode node : shape.items(test, "stages")) {
        Members stage = shape.members(node, "a stage");
        Scalar model = shape.text(stage, "model");
        stored.addAll(tuples(stage, "tuples"));
        List<PeerTest> asked = asked(name == null ? "" : name.value(), stage);
        held += stored.size();
        if (held > PeerLimits.MAX_TUPLES) {
          throw faults.end(
              stage.place(),
              ("the stages up to this one have more than %d tuples in total; each tuple is counted"
                      + " again in every later stage")
                  .formatted(PeerLimits.MAX_TUPLES));
        }
        if (model != null) {
          PeerModel read = FgaDslReader.read(new PeerText(model.place(), model.value()));
          stages.add(new PeerDocument(read, stored, asked));
        }
      }
    }
    faults.refuse();
    return stages;
  }

  private List<PeerTuple> tuples(Members in, String name) throws PeerFaultsException {
    List<PeerTuple> all = new ArrayList<>();
    for (DocumentNode each : shape.items(in, name)) {
      names.take(each, all::add);
    }
    return all;
  }

  /** Each assertion is a test, since each may have relations of its own. */
  private List<PeerTest> asked(String name, Members stage) throws PeerFaultsException {
    List<PeerTest> all = new ArrayList<>();
    for (String kind : List.of("checkAssertions", "listObjectsAssertions", "listUsersAssertions")) {
      for (DocumentNode each : shape.items(stage, kind)) {
        Members in = shape.members(each, "an assertion");
        PeerAssertion assertion =
            switch (kind) {
              case "checkAssertions" -> check(in);
              case "listObjectsAssertions" -> objects(in);
              default -> subjects(in);
            };
        if (assertion != null) {
          all.add(new PeerTest(name, tuples(in, "contextualTuples"), List.of(assertion)));
        }
      }
    }
    return all;
  }

  private @Nullable Check check(Members in) throws PeerFaultsException {
    DocumentNode node = in.get("tuple");
    PeerTuple tuple = node == null ? null : names.tuple(node);
    DocumentNode flag = in.get("expectation");
    Boolean allowed = flag == null ? Boolean.FALSE : shape.flag(flag, "expectation");
    if (tuple == null || allowed == null) {
      return null;
    }
    Expected expected = allowed ? Expected.ALLOWED : Expected.DENIED;
    Map<String, Object> context = shape.values(in, "context");
    return Check.of(tuple, context, isError(in) ? Expected.ERROR : expected, in.place());
  }

  private @Nullable Objects objects(Members in) throws PeerFaultsException {
    Members request = shape.member(in, "request");
    Scalar user = shape.text(request, "user");
    User subject = user == null ? null : names.user(user);
    Scalar type = shape.text(request, "type");
    Scalar relation = shape.text(request, "relation");
    return subject == null || type == null || relation == null
        ? null
        : new Objects(
            subject.object(),
            subject.relation(),
            relation.value(),
            type.value(),
            shape.values(in, "context"),
            expected(in),
            in.place());
  }

  private @Nullable Subjects subjects(Members in) throws PeerFaultsException {
    Members request = shape.member(in, "request");
    Scalar text = shape.text(request, "object");
    PeerObject object = text == null ? null : names.object(text);
    Scalar relation = shape.text(request, "relation");
    List<Scalar> filters = shape.textsOf(request, "filters");
    if (filters.size() != 1) {
      faults.add(request.place(), "'filters' must be a list with exactly one type");
      return null;
    }
    String filter = filters.getFirst().value();
    int hash = filter.indexOf('#');
    return object == null || relation == null
        ? null
        : new Subjects(
            object,
            relation.value(),
            hash < 0 ? filter : filter.substring(0, hash),
            hash < 0 ? null : filter.substring(hash + 1),
            shape.values(in, "context"),
            expected(in),
            in.place());
  }

  private @Nullable Set<String> expected(Members in) throws PeerFaultsException {
    return isError(in)
        ? null
        : shape.textsOf(in, "expectation").stream().map(Scalar::value).collect(Collectors.toSet());
  }

  private static boolean isError(Members in) {
    return in.get("errorCode") instanceof Scalar code && !code.value().equals("0");
  }
}
