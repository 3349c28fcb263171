package io.iamplane.migrate;

import io.iamplane.migrate.PeerAssertion.Check;
import io.iamplane.migrate.PeerAssertion.Expected;
import io.iamplane.migrate.generator.GeneratedPeer.Peer;
import io.iamplane.migrate.generator.GeneratedSubject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A file that was written by hand, as a user of another system has it: a model, relations and
 * assertions.
 */
record WrittenModel(String file, Imported files, PeerDocument document) {

  static final Path FOLDER = Path.of("src/test/resources/peer");

  static List<WrittenModel> all(PeerKind kind) throws IOException, PeerFaultsException {
    List<WrittenModel> all = new ArrayList<>();
    try (Stream<Path> files = Files.list(FOLDER.resolve(kind.name().toLowerCase(Locale.ROOT)))) {
      for (Path each : files.sorted().toList()) {
        String name = each.getFileName().toString();
        Imported imported = Imported.of(kind).file(name, Files.readString(each));
        all.add(new WrittenModel(name, imported, imported.document(name)));
      }
    }
    return all;
  }

  Peer peer() {
    return new Peer(document.model(), document.tuples());
  }

  /** Its own, and every name of every object for each account that it names. */
  List<Check> questions() {
    List<Check> questions = new ArrayList<>();
    for (PeerTest test : document.tests()) {
      test.assertions().forEach(each -> questions.add((Check) each));
    }
    List<GeneratedSubject> accounts =
        questions.stream()
            .map(each -> new GeneratedSubject(each.subject(), each.subjectRelation()))
            .distinct()
            .toList();
    for (PeerObject object : objects()) {
      PeerType type = document.model().types().get(object.type());
      for (String name : type == null ? List.<String>of() : type.relations().keySet()) {
        for (GeneratedSubject subject : accounts) {
          questions.add(
              new Check(
                  subject.object(),
                  subject.userset(),
                  name,
                  object,
                  Map.of(),
                  Expected.DENIED,
                  new FilePlace(file, 1, 1)));
        }
      }
    }
    return questions;
  }

  private List<PeerObject> objects() {
    return document.tuples().stream().map(PeerTuple::object).distinct().toList();
  }

  @Override
  public String toString() {
    return file;
  }
}
