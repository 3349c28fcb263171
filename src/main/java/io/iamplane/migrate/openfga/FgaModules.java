package io.iamplane.migrate.openfga;

import io.iamplane.migrate.PeerFaults;
import io.iamplane.migrate.PeerFaultsException;
import io.iamplane.migrate.PeerModel;
import io.iamplane.migrate.text.DocumentNode;
import io.iamplane.migrate.text.DocumentNode.Members;
import io.iamplane.migrate.text.DocumentNode.Scalar;
import io.iamplane.migrate.text.DocumentShape;
import io.iamplane.migrate.text.PeerFiles;
import io.iamplane.migrate.text.PeerLimits;
import io.iamplane.migrate.text.PeerText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Reads a model in modules: {@code fga.mod} lists the files of its parts. */
public final class FgaModules {

  private FgaModules() {}

  /** Returns true for the name of a list of modules. */
  public static boolean isModules(String file) {
    return file.toLowerCase(Locale.ROOT).endsWith(".mod");
  }

  /** Reads the files of the list as one model; {@code folder} precedes their names. */
  public static PeerModel read(String folder, DocumentNode list, PeerFiles files)
      throws PeerFaultsException {
    PeerFaults faults = new PeerFaults();
    DocumentShape shape = new DocumentShape(faults);
    Members members = shape.members(list, "the module file");
    List<Scalar> contents = shape.textsOf(members, "contents");
    if (contents.isEmpty() || contents.size() > PeerLimits.MAX_FILES) {
      faults.add(
          list.place(), "'contents' must list 1 to %d files".formatted(PeerLimits.MAX_FILES));
    }
    faults.refuse();
    PeerFiles beside = name -> files.open(folder + name);
    List<PeerText> texts = new ArrayList<>();
    int length = 0;
    for (Scalar each : contents) {
      PeerText text =
          beside.named(each, faults, stream -> PeerText.read(folder + each.value(), stream));
      length += text.text().length();
      if (length > PeerLimits.MAX_TEXT) {
        throw faults.end(
            each.place(),
            "the files up to this one have more than %d characters in total"
                .formatted(PeerLimits.MAX_TEXT));
      }
      texts.add(text);
    }
    return FgaDslReader.read(texts);
  }
}
