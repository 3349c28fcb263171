package io.iamplane.peer.source;

import io.iamplane.peer.FilePlace;
import io.iamplane.peer.PeerAssertion;
import io.iamplane.peer.PeerDocument;
import io.iamplane.peer.PeerFaults;
import io.iamplane.peer.PeerFaultsException;
import io.iamplane.peer.PeerKind;
import io.iamplane.peer.openfga.FgaDslReader;
import io.iamplane.peer.openfga.FgaJsonReader;
import io.iamplane.peer.openfga.FgaStoreReader;
import io.iamplane.peer.openfga.FgaTuples;
import io.iamplane.peer.text.DocumentNode;
import io.iamplane.peer.text.DocumentReader;
import io.iamplane.peer.text.PeerData;
import io.iamplane.peer.text.PeerFiles;
import io.iamplane.peer.text.PeerText;
import io.iamplane.peer.topaz.TopazData;
import io.iamplane.peer.topaz.TopazModelReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;

/** Reads files by what they are: by their system and by their names. */
public final class PeerFormats {

  private PeerFormats() {}

  /**
   * Reads a model, with what is stored and expected in the same file.
   *
   * @param files opens the file itself and those that it names
   * @throws PeerFaultsException with all faults
   */
  public static PeerDocument document(PeerKind kind, String file, PeerFiles files)
      throws IOException, PeerFaultsException {
    PeerText text;
    try (InputStream stream = files.open(file)) {
      text = PeerText.read(file, stream);
    }
    return switch (kind) {
      case OPENFGA -> openfga(file, text, files);
      case SPICEDB -> throw new PeerFaultsException(text.begin(), "SpiceDB is not read yet");
      case TOPAZ -> new PeerDocument(TopazModelReader.read(tree(file, text)), List.of(), List.of());
    };
  }

  private static PeerDocument openfga(String file, PeerText text, PeerFiles files)
      throws IOException, PeerFaultsException {
    if (!isDocument(file)) {
      return new PeerDocument(FgaDslReader.read(text), List.of(), List.of());
    }
    DocumentNode tree = tree(file, text);
    return FgaStoreReader.isStore(tree)
        ? FgaStoreReader.read(tree, files)
        : new PeerDocument(FgaJsonReader.read(tree), List.of(), List.of());
  }

  /** Objects and relations of a file, read as often as they are asked for. */
  public static PeerData data(PeerKind kind, String file, PeerFiles files) {
    return sink -> {
      PeerFaults faults = new PeerFaults();
      try (InputStream stream = files.open(file);
          DocumentReader reader = DocumentReader.of(file, stream)) {
        switch (kind) {
          case OPENFGA -> {
            FgaTuples tuples = new FgaTuples(faults);
            reader.elements((list, element) -> {
              if (list.isEmpty() || list.equals("tuples")) {
                tuples.take(element, sink);
              }
            });
          }
          case SPICEDB ->
              throw new PeerFaultsException(new FilePlace(file, 1, 1), "SpiceDB is not read yet");
          case TOPAZ -> {
            TopazData data = new TopazData(faults);
            reader.elements((list, element) -> data.take(list, element, sink));
          }
        }
      }
      faults.refuse();
    };
  }

  /** The assertions of a file of Topaz's, which holds nothing else. */
  public static List<PeerAssertion> topazAssertions(String file, PeerFiles files)
      throws IOException, PeerFaultsException {
    try (InputStream stream = files.open(file);
        DocumentReader reader = DocumentReader.of(file, stream)) {
      PeerFaults faults = new PeerFaults();
      List<PeerAssertion> assertions = new TopazData(faults).assertions(reader.whole());
      faults.refuse();
      return assertions;
    }
  }

  private static DocumentNode tree(String file, PeerText text)
      throws IOException, PeerFaultsException {
    byte[] bytes = text.text().getBytes(StandardCharsets.UTF_8);
    try (DocumentReader reader = DocumentReader.of(file, new ByteArrayInputStream(bytes))) {
      return reader.whole();
    }
  }

  private static boolean isDocument(String file) {
    String name = file.toLowerCase(Locale.ROOT);
    return name.endsWith(".yaml") || name.endsWith(".yml") || name.endsWith(".json");
  }
}
