package io.iamplane.migrate.openfga;

import io.iamplane.migrate.PeerFaults;
import io.iamplane.migrate.PeerFaultsException;
import io.iamplane.migrate.PeerModel;
import io.iamplane.migrate.text.DocumentNode;
import io.iamplane.migrate.text.DocumentNode.Members;
import io.iamplane.migrate.text.DocumentNode.Scalar;
import io.iamplane.migrate.text.DocumentShape;
import io.iamplane.migrate.text.PeerFiles;
import io.iamplane.migrate.text.PeerText;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Reads a model in modules: {@code fga.mod} lists the files of its parts. */
public final class FgaModules {

  private static final int MAX_FILES = 1_000;

  private FgaModules() {}

  /** Returns true for the name of a list of modules. */
  public static boolean isModules(String file) {
    return file.toLowerCase(Locale.ROOT).endsWith(".mod");
  }

  /**
   * Reads the files of the list as one model.
   *
   * @param folder the list's, as a prefix of names of {@code files}; the files that it names are
   *     there
   * @throws PeerFaultsException with all faults
   * @throws IOException when a file cannot be read
   */
  public static PeerModel read(String folder, DocumentNode list, PeerFiles files)
      throws IOException, PeerFaultsException {
    PeerFaults faults = new PeerFaults();
    DocumentShape shape = new DocumentShape(faults);
    Members members = shape.members(list, "a list of modules");
    List<Scalar> contents = shape.texts(members.get("contents"), "contents");
    if (contents.isEmpty() || contents.size() > MAX_FILES) {
      faults.add(list.place(), "'contents' lists 1 to %d files".formatted(MAX_FILES));
    }
    faults.refuse();
    List<PeerText> texts = new ArrayList<>();
    for (Scalar each : contents) {
      try (InputStream stream = files.open(folder + each.value())) {
        texts.add(PeerText.read(folder + each.value(), stream));
      } catch (IOException e) {
        throw faults.end(each.place(), "the file " + each.value() + " cannot be read");
      }
    }
    return FgaDslReader.read(texts);
  }
}
