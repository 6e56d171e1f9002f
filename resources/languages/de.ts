<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
<context>
    <name></name>
    <message>
        <source>Above and below a sine</source>
        <translation>Über und unter einem Sinus</translation>
    </message>
    <message>
        <source>The boundary to find is the graph of a sine: ReLU units build it out of straight pieces.</source>
        <translation>Die gesuchte Grenze ist der Graph eines Sinus: ReLU-Einheiten bauen sie aus geraden Stücken.</translation>
    </message>
    <message>
        <source>Which networks explain the data?</source>
        <translation>Welche Netze erklären die Daten?</translation>
    </message>
    <message>
        <source>Other seeds, snapshots, bootstrap samples, dropout and the posterior: what do thirty examples leave open?</source>
        <translation>Andere Startwerte, Momentaufnahmen, Bootstrap-Stichproben, Dropout und der Posterior: Was lassen dreißig Beispiele offen?</translation>
    </message>
    <message>
        <source>Softmax without its spare logit</source>
        <translation>Softmax ohne überzähligen Logit</translation>
    </message>
    <message>
        <source>The logit of class 0 is fixed at 0: two logits for three classes, the same probabilities.</source>
        <translation>Der Logit von Klasse 0 ist fest 0: zwei Logits für drei Klassen, dieselben Wahrscheinlichkeiten.</translation>
    </message>
    <message>
        <source>Blobs without a hidden layer</source>
        <translation>Wolken ohne verborgene Schicht</translation>
    </message>
    <message>
        <source>Six round clouds: softmax regression alone cuts the plane into six wedges.</source>
        <translation>Sechs runde Wolken: Schon Softmax-Regression allein schneidet die Ebene in sechs Keile.</translation>
    </message>
    <message>
        <source>A linear bottleneck</source>
        <translation>Ein linearer Flaschenhals</translation>
    </message>
    <message>
        <source>Hills and hollows</source>
        <translation>Hügel und Mulden</translation>
    </message>
    <message>
        <source>XOR quadrants</source>
        <translation>XOR-Quadranten</translation>
    </message>
    <message>
        <source>Width of the empty cross between the classes.</source>
        <translation>Breite des leeren Kreuzes zwischen den Klassen.</translation>
    </message>
    <message>
        <source>Checkerboard</source>
        <translation>Schachbrett</translation>
    </message>
    <message>
        <source>Cells</source>
        <translation>Felder</translation>
    </message>
    <message>
        <source>Squares along each side.</source>
        <translation>Felder entlang jeder Seite.</translation>
    </message>
    <message>
        <source>Share of a square that is left empty at its rim.</source>
        <translation>Anteil eines Feldes, der am Rand leer bleibt.</translation>
    </message>
    <message>
        <source>Swing</source>
        <translation>Schwankung</translation>
    </message>
    <message>
        <source>How far the mean rises and falls along x; 0: it is the same everywhere.</source>
        <translation>Wie weit das Mittel entlang x steigt und fällt; 0: Es ist überall gleich.</translation>
    </message>
    <message>
        <source>Mean wait</source>
        <translation>Mittlere Wartezeit</translation>
    </message>
    <message>
        <source>Mean waiting time at x = 0.</source>
        <translation>Mittlere Wartezeit bei x = 0.</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>Form</translation>
    </message>
    <message>
        <source>Shape in the middle; towards the left end it falls to a fifth of it.</source>
        <translation>Form in der Mitte; zum linken Ende hin fällt sie auf ein Fünftel.</translation>
    </message>
    <message>
        <source>Click-through rates</source>
        <translation>Klickraten</translation>
    </message>
    <message>
        <source>Certainty</source>
        <translation>Sicherheit</translation>
    </message>
    <message>
        <source>α + β at x = 0; a fifth of it at the left end, five times it at the right.</source>
        <translation>α + β bei x = 0; ein Fünftel davon am linken Ende, das Fünffache am rechten.</translation>
    </message>
    <message>
        <source>Rate</source>
        <translation>Rate</translation>
    </message>
    <message>
        <source>Mean count at x = 0.</source>
        <translation>Mittlere Anzahl bei x = 0.</translation>
    </message>
    <message>
        <source>A beta distribution for proportions: its bands stay between 0 and 1, however wide they are.</source>
        <translation>Eine Betaverteilung für Anteile: Ihre Bänder bleiben zwischen 0 und 1, wie breit sie auch sind.</translation>
    </message>
    <message>
        <source>Two values along a line</source>
        <translation>Zwei Werte entlang einer Geraden</translation>
    </message>
    <message>
        <source>Counts</source>
        <translation>Anzahlen</translation>
    </message>
    <message>
        <source>A large step in the biases kills most ReLU units at step 500; leaky ReLU revives them at 1200.</source>
        <translation>Ein großer Schritt in den Biaswerten tötet bei Schritt 500 die meisten ReLU-Einheiten; Leaky ReLU belebt sie bei 1200 wieder.</translation>
    </message>
    <message>
        <source>Ten ReLU layers</source>
        <translation>Zehn ReLU-Schichten</translation>
    </message>
    <message>
        <source>Ten sigmoid layers</source>
        <translation>Zehn Sigmoid-Schichten</translation>
    </message>
    <message>
        <source>Twenty tanh layers with shortcuts</source>
        <translation>Zwanzig tanh-Schichten mit Abkürzungen</translation>
    </message>
    <message>
        <source>Twenty tanh layers</source>
        <translation>Zwanzig tanh-Schichten</translation>
    </message>
    <message>
        <source>Noise as one more input</source>
        <translation>Rauschen als weitere Eingabe</translation>
    </message>
    <message>
        <source>Learning through dice</source>
        <translation>Lernen durch Würfeln</translation>
    </message>
    <message>
        <source>Handwritten digits</source>
        <translation>Handgeschriebene Ziffern</translation>
    </message>
    <message>
        <source>Standard deviation that is added to each pixel.</source>
        <translation>Standardabweichung, die zu jedem Pixel kommt.</translation>
    </message>
    <message>
        <source>1,797 digits of 8×8 pixels: a hundred hidden units move the ten classes apart.</source>
        <translation>1797 Ziffern zu 8×8 Pixeln: Hundert verborgene Einheiten rücken die zehn Klassen auseinander.</translation>
    </message>
    <message>
        <source>A checkerboard folded into one XOR</source>
        <translation>Ein Schachbrett, zu einem XOR gefaltet</translation>
    </message>
    <message>
        <source>Mirrors set by hand fold sixteen squares onto each other: what is learned once appears in every fold.</source>
        <translation>Von Hand gesetzte Spiegel falten sechzehn Felder aufeinander: Was einmal gelernt ist, erscheint in jeder Falte.</translation>
    </message>
    <message>
        <source>Folding like paper</source>
        <translation>Falten wie Papier</translation>
    </message>
    <message>
        <source>Absolute-value units mirror the plane: folds bring opposite quadrants onto each other.</source>
        <translation>Betrags-Einheiten spiegeln die Ebene: Falten bringen gegenüberliegende Quadranten aufeinander.</translation>
    </message>
    <message>
        <source>Hinges on a line</source>
        <translation>Knicke auf einer Geraden</translation>
    </message>
    <message>
        <source>Three answers to one question</source>
        <translation>Drei Antworten auf eine Frage</translation>
    </message>
    <message>
        <source>An inverse problem with several right answers: a mixture density follows every branch.</source>
        <translation>Ein inverses Problem mit mehreren richtigen Antworten: Eine Mischungsdichte folgt jedem Ast.</translation>
    </message>
    <message>
        <source>A linear model&apos;s bowl</source>
        <translation>Die Schüssel eines linearen Modells</translation>
    </message>
    <message>
        <source>A sharp minimum from whole batches</source>
        <translation>Ein scharfes Minimum aus vollen Batches</translation>
    </message>
    <message>
        <source>The plain of ten sigmoid layers</source>
        <translation>Die Hochebene von zehn Sigmoid-Schichten</translation>
    </message>
    <message>
        <source>A ravine, and five ways through it</source>
        <translation>Eine Schlucht und fünf Wege hindurch</translation>
    </message>
    <message>
        <source>Inputs of unequal scale make a narrow valley: plain steps bounce between its walls, momentum runs along it.</source>
        <translation>Eingaben ungleicher Größe machen ein enges Tal: Einfache Schritte prallen zwischen den Wänden hin und her, Momentum läuft hindurch.</translation>
    </message>
    <message>
        <source>A flat minimum from small batches</source>
        <translation>Ein flaches Minimum aus kleinen Batches</translation>
    </message>
    <message>
        <source>XOR over two of its weights</source>
        <translation>XOR über zwei seiner Gewichte</translation>
    </message>
    <message>
        <source>The smallest network for XOR: two valleys that meet, and plains without a slope.</source>
        <translation>Das kleinste Netz für XOR: zwei Täler, die sich treffen, und Hochebenen ohne Gefälle.</translation>
    </message>
    <message>
        <source>Number of classes, the disc included.</source>
        <translation>Anzahl der Klassen, die Scheibe eingeschlossen.</translation>
    </message>
    <message>
        <source>Share of each ring&apos;s width that is empty between it and the next.</source>
        <translation>Anteil der Breite jedes Rings, der bis zum nächsten leer bleibt.</translation>
    </message>
    <message>
        <source>Standard deviation of the radius.</source>
        <translation>Standardabweichung des Radius.</translation>
    </message>
    <message>
        <source>Moons</source>
        <translation>Monde</translation>
    </message>
    <message>
        <source>Shift</source>
        <translation>Verschiebung</translation>
    </message>
    <message>
        <source>How far the moons reach into each other; at 0 a line separates them.</source>
        <translation>Wie weit die Monde ineinandergreifen; bei 0 trennt sie eine Gerade.</translation>
    </message>
    <message>
        <source>Half the height of the waves.</source>
        <translation>Halbe Höhe der Wellen.</translation>
    </message>
    <message>
        <source>Distance</source>
        <translation>Abstand</translation>
    </message>
    <message>
        <source>Vertical distance of the two curves.</source>
        <translation>Senkrechter Abstand der beiden Kurven.</translation>
    </message>
    <message>
        <source>Blobs</source>
        <translation>Wolken</translation>
    </message>
    <message>
        <source>Number of clouds, each a class of its own.</source>
        <translation>Anzahl der Wolken, jede eine eigene Klasse.</translation>
    </message>
    <message>
        <source>Standard deviation of each cloud.</source>
        <translation>Standardabweichung jeder Wolke.</translation>
    </message>
    <message>
        <source>Outliers and a Laplace distribution</source>
        <translation>Ausreißer und eine Laplaceverteilung</translation>
    </message>
    <message>
        <source>Outliers and squared error</source>
        <translation>Ausreißer und quadratischer Fehler</translation>
    </message>
    <message>
        <source>Outliers and Student&apos;s t</source>
        <translation>Ausreißer und Student-t</translation>
    </message>
    <message>
        <source>Parity of four bits</source>
        <translation>Parität von vier Bits</translation>
    </message>
    <message>
        <source>A plane</source>
        <translation>Eine Ebene</translation>
    </message>
    <message>
        <source>Linear regression by gradient descent: no hidden layer is needed for a tilted plane.</source>
        <translation>Lineare Regression durch Gradientenabstieg: Eine geneigte Ebene braucht keine verborgene Schicht.</translation>
    </message>
    <message>
        <source>XOR over the plane</source>
        <translation>XOR über der Ebene</translation>
    </message>
    <message>
        <source>The four quadrants of XOR with a few ReLU units, whose folds end up near the axes.</source>
        <translation>Die vier Quadranten von XOR mit wenigen ReLU-Einheiten, deren Falten nahe den Achsen enden.</translation>
    </message>
    <message>
        <source>Rainfall</source>
        <translation>Regen</translation>
    </message>
    <message>
        <source>Random features</source>
        <translation>Zufällige Merkmale</translation>
    </message>
    <message>
        <source>Rankings of four items</source>
        <translation>Rangfolgen von vier Objekten</translation>
    </message>
    <message>
        <source>Regions of two layers</source>
        <translation>Regionen von zwei Schichten</translation>
    </message>
    <message>
        <source>Regions of a hand-built folding network</source>
        <translation>Regionen eines von Hand gefalteten Netzes</translation>
    </message>
    <message>
        <source>Regions of one layer</source>
        <translation>Regionen einer Schicht</translation>
    </message>
    <message>
        <source>Learning a picture</source>
        <translation>Ein Bild lernen</translation>
    </message>
    <message>
        <source>Colours learned from points, with a square left out: what does the network put there?</source>
        <translation>Farben, aus Punkten gelernt, mit einem ausgelassenen Quadrat: Was setzt das Netz dort ein?</translation>
    </message>
    <message>
        <source>Rings through two units</source>
        <translation>Ringe durch zwei Einheiten</translation>
    </message>
    <message>
        <source>Rings with shortcuts</source>
        <translation>Ringe mit Abkürzungen</translation>
    </message>
    <message>
        <source>Rings</source>
        <translation>Ringe</translation>
    </message>
    <message>
        <source>A saddle</source>
        <translation>Ein Sattel</translation>
    </message>
    <message>
        <source>A smooth surface with a saddle, approximated by eight tanh units.</source>
        <translation>Eine glatte Fläche mit einem Sattel, angenähert durch acht tanh-Einheiten.</translation>
    </message>
    <message>
        <source>Confidently wrong, cross-entropy</source>
        <translation>Sicher und falsch, Kreuzentropie</translation>
    </message>
    <message>
        <source>Confidently wrong, squared error</source>
        <translation>Sicher und falsch, quadratischer Fehler</translation>
    </message>
    <message>
        <source>Learning the deviation</source>
        <translation>Die Abweichung lernen</translation>
    </message>
    <message>
        <source>Learning the precision</source>
        <translation>Die Präzision lernen</translation>
    </message>
    <message>
        <source>Learning the variance</source>
        <translation>Die Varianz lernen</translation>
    </message>
    <message>
        <source>A sine with uneven noise</source>
        <translation>Ein Sinus mit ungleichem Rauschen</translation>
    </message>
    <message>
        <source>Predicting mean and spread together: the band widens where the points scatter more.</source>
        <translation>Mittel und Streuung zusammen vorhersagen: Das Band wird breiter, wo die Punkte mehr streuen.</translation>
    </message>
    <message>
        <source>Five spirals, deep</source>
        <translation>Fünf Spiralen, tief</translation>
    </message>
    <message>
        <source>Five arms and five layers: each layer straightens the arms a little more.</source>
        <translation>Fünf Arme und fünf Schichten: Jede Schicht streckt die Arme ein wenig mehr.</translation>
    </message>
    <message>
        <source>Three spirals</source>
        <translation>Drei Spiralen</translation>
    </message>
    <message>
        <source>Two hidden layers unwind three spiral arms until straight lines separate them.</source>
        <translation>Zwei verborgene Schichten wickeln drei Spiralarme ab, bis Geraden sie trennen.</translation>
    </message>
    <message>
        <source>Two curves</source>
        <translation>Zwei Kurven</translation>
    </message>
    <message>
        <source>Waiting times</source>
        <translation>Wartezeiten</translation>
    </message>
    <message>
        <source>A walk: two layers and a penalty</source>
        <translation>Ein Rechenweg: zwei Schichten, ein Strafterm</translation>
    </message>
    <message>
        <source>A walk: three layers and softmax</source>
        <translation>Ein Rechenweg: drei Schichten und Softmax</translation>
    </message>
    <message>
        <source>Three classes, two tanh layers: sums over paths, and gradients that shrink on the way back.</source>
        <translation>Drei Klassen, zwei tanh-Schichten: Summen über Pfade und Gradienten, die auf dem Rückweg schrumpfen.</translation>
    </message>
    <message>
        <source>A walk: the book&apos;s XOR network</source>
        <translation>Ein Rechenweg: das XOR-Netz des Buchs</translation>
    </message>
    <message>
        <source>Wind along a line</source>
        <translation>Wind entlang einer Geraden</translation>
    </message>
    <message>
        <source>Wind around an eye</source>
        <translation>Wind um ein Auge</translation>
    </message>
    <message>
        <source>XOR with the book&apos;s network</source>
        <translation>XOR mit dem Netz des Buchs</translation>
    </message>
    <message>
        <source>XOR without a hidden layer</source>
        <translation>XOR ohne verborgene Schicht</translation>
    </message>
    <message>
        <source>XOR learned</source>
        <translation>XOR gelernt</translation>
    </message>
    <message>
        <source>First steps</source>
        <translation>Erste Schritte</translation>
    </message>
    <message>
        <source>Folding the plane</source>
        <translation>Die Ebene falten</translation>
    </message>
    <message>
        <source>Regions, depth and width</source>
        <translation>Regionen, Tiefe und Breite</translation>
    </message>
    <message>
        <source>Gradients and saturation</source>
        <translation>Gradienten und Sättigung</translation>
    </message>
    <message>
        <source>Values, pictures and distributions</source>
        <translation>Werte, Bilder und Verteilungen</translation>
    </message>
    <message>
        <source>The distribution that fits</source>
        <translation>Die passende Verteilung</translation>
    </message>
    <message>
        <source>0 or 1</source>
        <translation>0 oder 1</translation>
    </message>
    <message>
        <source>noisy</source>
        <translation>verrauscht</translation>
    </message>
    <message>
        <source>Layer {number}</source>
        <translation>Schicht {number}</translation>
    </message>
    <message>
        <source>Activation function of layer {number}</source>
        <translation>Aktivierungsfunktion von Schicht {number}</translation>
    </message>
    <message>
        <source>Units of layer {number}</source>
        <translation>Einheiten von Schicht {number}</translation>
    </message>
    <message>
        <source>Click to type how many.</source>
        <translation>Zum Eintippen der Anzahl anklicken.</translation>
    </message>
    <message>
        <source>One unit fewer in layer {number}</source>
        <translation>Eine Einheit weniger in Schicht {number}</translation>
    </message>
    <message>
        <source>Removes the last unit.</source>
        <translation>Entfernt die letzte Einheit.</translation>
    </message>
    <message>
        <source>One unit more in layer {number}</source>
        <translation>Eine Einheit mehr in Schicht {number}</translation>
    </message>
    <message>
        <source>Adds a unit; existing weights are kept.</source>
        <translation>Fügt eine Einheit hinzu; vorhandene Gewichte bleiben.</translation>
    </message>
    <message>
        <source>Layer {number} is frozen</source>
        <translation>Schicht {number} ist eingefroren</translation>
    </message>
    <message>
        <source>Let it learn again.</source>
        <translation>Wieder lernen lassen.</translation>
    </message>
    <message>
        <source>Freeze layer {number}</source>
        <translation>Schicht {number} einfrieren</translation>
    </message>
    <message>
        <source>Add a layer before layer {number}</source>
        <translation>Schicht vor Schicht {number} einfügen</translation>
    </message>
    <message>
        <source>Add a layer after layer {number}</source>
        <translation>Schicht nach Schicht {number} einfügen</translation>
    </message>
    <message>
        <source>Remove layer {number}</source>
        <translation>Schicht {number} entfernen</translation>
    </message>
    <message>
        <source>Random units</source>
        <translation>Zufällige Einheiten</translation>
    </message>
    <message>
        <source>Gradient through 0 and 1</source>
        <translation>Gradient durch 0 und 1</translation>
    </message>
    <message>
        <source>{title}, layer {index}</source>
        <translation>{title}, Schicht {index}</translation>
    </message>
    <message>
        <source>Choose another function.</source>
        <translation>Eine andere Funktion wählen.</translation>
    </message>
    <message>
        <source>Output unit and loss</source>
        <translation>Ausgabeeinheit und Verlust</translation>
    </message>
    <message>
        <source>The output layer is frozen</source>
        <translation>Die Ausgabeschicht ist eingefroren</translation>
    </message>
    <message>
        <source>Freeze the output layer</source>
        <translation>Ausgabeschicht einfrieren</translation>
    </message>
    <message>
        <source>Choose another output unit and loss.</source>
        <translation>Andere Ausgabeeinheit und anderen Verlust wählen.</translation>
    </message>
    <message>
        <source>66 inputs, 2 identity units, 3 outputs: rank 2 at most, 143 parameters instead of 201, and an error of 0.007.</source>
        <translation>66 Eingaben, 2 Identitäts-Einheiten, 3 Ausgaben: höchstens Rang 2, 143 statt 201 Parameter und ein Fehler von 0.007.</translation>
    </message>
    <message>
        <source>Two hills and two hollows made of radial units, each of which responds only near its centre.</source>
        <translation>Zwei Hügel und zwei Mulden aus radialen Einheiten, die nur nahe ihrem Zentrum antworten.</translation>
    </message>
    <message>
        <source>Sixteen squares of two classes: many folds, and a loss that falls in stages.</source>
        <translation>Sechzehn Felder aus zwei Klassen: viele Falten und ein Verlust, der in Stufen fällt.</translation>
    </message>
    <message>
        <source>Each value has the same spread everywhere; only the correlation between them changes along x.</source>
        <translation>Jeder Wert streut überall gleich; nur die Korrelation zwischen ihnen ändert sich entlang x.</translation>
    </message>
    <message>
        <source>Two values that vary together</source>
        <translation>Zwei Werte, die gemeinsam schwanken</translation>
    </message>
    <message>
        <source>A full covariance at every point: the ellipses tilt with the scatter.</source>
        <translation>Eine volle Kovarianz an jedem Punkt: Die Ellipsen neigen sich mit der Streuung.</translation>
    </message>
    <message>
        <source>A Poisson distribution gives every whole number a probability; its spread grows with its mean.</source>
        <translation>Eine Poissonverteilung gibt jeder ganzen Zahl eine Wahrscheinlichkeit; ihre Streuung wächst mit dem Mittel.</translation>
    </message>
    <message>
        <source>Dead units and how to revive them</source>
        <translation>Tote Einheiten und ihre Wiederbelebung</translation>
    </message>
    <message>
        <source>The same depth with ReLU units: the gradient reaches the first layer, and the moons are separated.</source>
        <translation>Dieselbe Tiefe mit ReLU-Einheiten: Der Gradient erreicht die erste Schicht, und die Monde werden getrennt.</translation>
    </message>
    <message>
        <source>Each sigmoid layer passes on at most a quarter of the gradient: the first layers never learn.</source>
        <translation>Jede Sigmoid-Schicht gibt höchstens ein Viertel des Gradienten weiter: Die ersten Schichten lernen nie.</translation>
    </message>
    <message>
        <source>Each layer adds its input to its output: the gradient follows the sums back to the first layer undiminished.</source>
        <translation>Jede Schicht addiert ihre Eingabe zu ihrer Ausgabe: Der Gradient folgt den Summen ungeschwächt bis zur ersten Schicht.</translation>
    </message>
    <message>
        <source>With small weights each layer passes on only a fraction of the gradient: almost none reaches the first layers.</source>
        <translation>Bei kleinen Gewichten gibt jede Schicht nur einen Bruchteil des Gradienten weiter: Die ersten Schichten erreicht fast nichts.</translation>
    </message>
    <message>
        <source>Gaussian units learn their mean and spread with the reparametrisation trick: noise is one more input.</source>
        <translation>Gaußsche Einheiten lernen Mittel und Streuung mit dem Reparametrisierungstrick: Rauschen ist eine weitere Eingabe.</translation>
    </message>
    <message>
        <source>Five units that are 0 or 1 separate two moons: REINFORCE, with the mean loss as its baseline, learns by trial.</source>
        <translation>Fünf Einheiten, die 0 oder 1 sind, trennen zwei Monde: REINFORCE mit dem mittleren Verlust als Grundlinie lernt durch Versuch.</translation>
    </message>
    <message>
        <source>Digits through two units</source>
        <translation>Ziffern durch zwei Einheiten</translation>
    </message>
    <message>
        <source>A last hidden layer of two units: ten classes have to find room on a plane.</source>
        <translation>Eine letzte verborgene Schicht aus zwei Einheiten: Zehn Klassen müssen in einer Ebene Platz finden.</translation>
    </message>
    <message>
        <source>Does label smoothing calibrate?</source>
        <translation>Kalibriert Zielglättung?</translation>
    </message>
    <message>
        <source>Sixteen seeds for each amount of label smoothing: too little leaves it overconfident, too much makes it timid.</source>
        <translation>Sechzehn Startwerte für jede Stärke der Zielglättung: Zu wenig lässt das Netz zu sicher, zu viel macht es zaghaft.</translation>
    </message>
    <message>
        <source>How often does XOR fail?</source>
        <translation>Wie oft scheitert XOR?</translation>
    </message>
    <message>
        <source>The smallest network for XOR, 200 starts for each of five initialisers: one run is an anecdote.</source>
        <translation>Das kleinste Netz für XOR, 200 Anfänge für jede von fünf Initialisierungen: Ein Lauf ist eine Anekdote.</translation>
    </message>
    <message>
        <source>Forgetting with maxout units</source>
        <translation>Vergessen mit Maxout-Einheiten</translation>
    </message>
    <message>
        <source>As many parameters in 16 maxout units: they keep 66 % of the left half, ReLU keeps 86 %, over 100 seeds.</source>
        <translation>Ebenso viele Parameter in 16 Maxout-Einheiten: Sie behalten 66 % der linken Hälfte, ReLU behält 86 %, über 100 Startwerte.</translation>
    </message>
    <message>
        <source>Forgetting with ReLU units</source>
        <translation>Vergessen mit ReLU-Einheiten</translation>
    </message>
    <message>
        <source>The left half is learned, then only the right one. 28 ReLU units keep 86 % of the left half, over 100 seeds.</source>
        <translation>Gelernt wird die linke Hälfte, dann nur noch die rechte. 28 ReLU-Einheiten behalten 86 % der linken Hälfte, über 100 Startwerte.</translation>
    </message>
    <message>
        <source>A bent line with five corners: each ReLU unit can place one hinge.</source>
        <translation>Eine geknickte Linie mit fünf Ecken: Jede ReLU-Einheit kann einen Knick setzen.</translation>
    </message>
    <message>
        <source>The squared error of a linear model is convex: one bowl, one minimum, whatever the start.</source>
        <translation>Der quadratische Fehler eines linearen Modells ist konvex: eine Schüssel, ein Minimum, wo man auch beginnt.</translation>
    </message>
    <message>
        <source>All examples in every step: training settles in the first minimum it reaches. Run B uses ten at a time.</source>
        <translation>Alle Beispiele in jedem Schritt: Das Training bleibt im ersten Minimum, das es erreicht. Lauf B nimmt zehn auf einmal.</translation>
    </message>
    <message>
        <source>Seen from the first layer&apos;s weights, nothing changes anywhere: there is no slope to follow.</source>
        <translation>Von den Gewichten der ersten Schicht aus gesehen ändert sich nirgends etwas: Es gibt kein Gefälle, dem man folgen könnte.</translation>
    </message>
    <message>
        <source>Ten examples per step: the noise escapes sharp minima and settles in a wide one. Run B uses all at once.</source>
        <translation>Zehn Beispiele pro Schritt: Das Rauschen entkommt scharfen Minima und kommt in einem weiten zur Ruhe. Lauf B nimmt alle auf einmal.</translation>
    </message>
    <message>
        <source>Two interlocking half moons, separated by twelve ReLU units.</source>
        <translation>Zwei ineinandergreifende Halbmonde, getrennt durch zwölf ReLU-Einheiten.</translation>
    </message>
    <message>
        <source>It learns the median: for an outlier only its side counts, not its distance.</source>
        <translation>Gelernt wird der Median: Bei einem Ausreißer zählt nur die Seite, nicht der Abstand.</translation>
    </message>
    <message>
        <source>The same points with squared error: the curve is the mean, and outliers pull it up.</source>
        <translation>Dieselben Punkte mit quadratischem Fehler: Die Kurve ist das Mittel, und Ausreißer ziehen sie hoch.</translation>
    </message>
    <message>
        <source>Heavy tails: Student&apos;s t follows the curve and ignores the outliers.</source>
        <translation>Schwere Ränder: Student-t folgt der Kurve und beachtet die Ausreißer nicht.</translation>
    </message>
    <message>
        <source>Is the number of ones among four bits odd or even? Every input matters, and neighbours always differ.</source>
        <translation>Ist die Anzahl der Einsen unter vier Bits ungerade oder gerade? Jede Eingabe zählt, und Nachbarn unterscheiden sich immer.</translation>
    </message>
    <message>
        <source>A gamma distribution: skewed where its shape is small, nearly symmetric where it is large.</source>
        <translation>Eine Gammaverteilung: schief, wo ihre Form klein ist, fast symmetrisch, wo sie groß ist.</translation>
    </message>
    <message>
        <source>The hidden units keep their random weights; only the output learns. 64 suffice for 20 of 20 seeds, 8 for none.</source>
        <translation>Die verborgenen Einheiten behalten ihre zufälligen Gewichte; nur die Ausgabe lernt. 64 genügen bei 20 von 20 Startwerten, 8 bei keinem.</translation>
    </message>
    <message>
        <source>A score per item gives every order a probability; the plane divides into regions by the most likely order.</source>
        <translation>Eine Punktzahl je Objekt gibt jeder Reihenfolge eine Wahrscheinlichkeit; die Ebene zerfällt in Regionen nach der wahrscheinlichsten.</translation>
    </message>
    <message>
        <source>The same twenty units as two layers of ten: the second layer&apos;s folds bend at those of the first.</source>
        <translation>Dieselben zwanzig Einheiten als zwei Schichten zu zehn: Die Falten der zweiten knicken an denen der ersten.</translation>
    </message>
    <message>
        <source>A checkerboard with one layer</source>
        <translation>Ein Schachbrett mit einer Schicht</translation>
    </message>
    <message>
        <source>Twenty trained units in one layer on the checkerboard that two folding layers of ten solve.</source>
        <translation>Zwanzig trainierte Einheiten in einer Schicht auf dem Schachbrett, das zwei faltende Schichten zu zehn lösen.</translation>
    </message>
    <message>
        <source>Two layers of ten units, set by hand to fold the plane: 1400 regions, and a checkerboard read off them.</source>
        <translation>Zwei Schichten zu zehn Einheiten, von Hand zum Falten gesetzt: 1400 Regionen, aus denen ein Schachbrett abgelesen wird.</translation>
    </message>
    <message>
        <source>Twenty ReLU units in one layer cut the plane with twenty lines: at most 211 pieces.</source>
        <translation>Zwanzig ReLU-Einheiten in einer Schicht schneiden die Ebene mit zwanzig Geraden: höchstens 211 Stücke.</translation>
    </message>
    <message>
        <source>Structure versus smoothness</source>
        <translation>Struktur gegen Glätte</translation>
    </message>
    <message>
        <source>Colours are sums along x and y: waves fill a large hole; neighbours and an RBF kernel cannot.</source>
        <translation>Farben sind Summen entlang x und y: Wellen füllen ein großes Loch; Nachbarn und ein RBF-Kern können es nicht.</translation>
    </message>
    <message>
        <source>Layers of two tanh units bend the plane but never tear it: a tunnel to the disc stays open.</source>
        <translation>Schichten aus zwei tanh-Einheiten biegen die Ebene, zerreißen sie aber nie: Ein Tunnel zur Scheibe bleibt offen.</translation>
    </message>
    <message>
        <source>The same layers, each added to its input: h + f(h) can fold the plane, and the disc breaks free.</source>
        <translation>Dieselben Schichten, jede zu ihrer Eingabe addiert: h + f(h) kann die Ebene falten, und die Scheibe kommt frei.</translation>
    </message>
    <message>
        <source>A disc inside a ring: a few tanh units lift the middle so that a plane can cut it off.</source>
        <translation>Eine Scheibe in einem Ring: Wenige tanh-Einheiten heben die Mitte an, bis eine Ebene sie abschneiden kann.</translation>
    </message>
    <message>
        <source>Starting badly wrong, cross-entropy pushes hardest where the answer is worst, and recovers.</source>
        <translation>Nach einem stark falschen Beginn schiebt die Kreuzentropie am stärksten, wo die Antwort am schlechtesten ist, und erholt sich.</translation>
    </message>
    <message>
        <source>The same badly wrong start with squared error: a saturated softmax gives almost no push.</source>
        <translation>Derselbe stark falsche Beginn mit quadratischem Fehler: Ein gesättigtes Softmax gibt fast keinen Schub.</translation>
    </message>
    <message>
        <source>The same with the standard deviation: the push is the error divided by its square, and the loss jumps.</source>
        <translation>Dasselbe mit der Standardabweichung: Der Schub ist der Fehler durch ihr Quadrat, und der Verlust springt.</translation>
    </message>
    <message>
        <source>There is no noise, so the best spread is zero: with a learned precision the loss falls steadily.</source>
        <translation>Es gibt kein Rauschen, also ist die beste Streuung null: Mit gelernter Präzision fällt der Verlust stetig.</translation>
    </message>
    <message>
        <source>The same with the variance: the smaller it is, the harder one error pushes, and the loss jumps.</source>
        <translation>Dasselbe mit der Varianz: Je kleiner sie ist, desto stärker schiebt ein Fehler, und der Verlust springt.</translation>
    </message>
    <message>
        <source>One spread everywhere</source>
        <translation>Überall dieselbe Streuung</translation>
    </message>
    <message>
        <source>The spread is a single bias and ignores the input: too wide on the left, too narrow on the right.</source>
        <translation>Die Streuung ist ein einziger Bias und beachtet die Eingabe nicht: zu breit links, zu schmal rechts.</translation>
    </message>
    <message>
        <source>Two interleaved curves: three tanh units bend the plane until a line fits in between.</source>
        <translation>Zwei verschränkte Kurven: Drei tanh-Einheiten biegen die Ebene, bis eine Gerade dazwischen passt.</translation>
    </message>
    <message>
        <source>An exponential distribution learns one rate; mean and median differ, and short waits stay the most likely.</source>
        <translation>Eine Exponentialverteilung lernt eine Rate; Mittel und Median unterscheiden sich, und kurze Zeiten bleiben am wahrscheinlichsten.</translation>
    </message>
    <message>
        <source>Two ReLU units and one example: every number of back-propagation fits on one page.</source>
        <translation>Zwei ReLU-Einheiten und ein Beispiel: Jede Zahl der Backpropagation passt auf eine Seite.</translation>
    </message>
    <message>
        <source>The book&apos;s weights for XOR, but the last one is −1.5 instead of −2: which weights have to change?</source>
        <translation>Die Gewichte des Buchs für XOR, aber das letzte ist −1.5 statt −2: Welche Gewichte müssen sich ändern?</translation>
    </message>
    <message>
        <source>The angle crosses the cut at ±π, but the network has no jump: it learns κ cos μ and κ sin μ.</source>
        <translation>Der Winkel überquert den Schnitt bei ±π, aber das Netz springt nicht: Es lernt κ cos μ und κ sin μ.</translation>
    </message>
    <message>
        <source>Directions with a von Mises distribution: short arrows where the wind comes from anywhere.</source>
        <translation>Richtungen mit einer Von-Mises-Verteilung: kurze Pfeile, wo der Wind von überall kommt.</translation>
    </message>
    <message>
        <source>Two ReLU units and squared error: the smallest network that can solve XOR, and often fails to.</source>
        <translation>Zwei ReLU-Einheiten und quadratischer Fehler: das kleinste Netz, das XOR lösen kann und oft daran scheitert.</translation>
    </message>
    <message>
        <source>The best line predicts one half everywhere: w = 0, b = ½ and a squared error of ¼.</source>
        <translation>Die beste Gerade sagt überall ein Halb vorher: w = 0, b = ½ und ein quadratischer Fehler von ¼.</translation>
    </message>
    <message>
        <source>Four points no straight line can separate; two layers move them until one can.</source>
        <translation>Vier Punkte, die keine Gerade trennt; zwei Schichten bewegen sie, bis es eine kann.</translation>
    </message>
    <message>
        <source>Many networks</source>
        <translation>Viele Netze</translation>
    </message>
    <message>
        <source>Many inputs</source>
        <translation>Viele Eingaben</translation>
    </message>
    <message>
        <source>The landscape of the loss</source>
        <translation>Die Landschaft des Verlusts</translation>
    </message>
    <message>
        <source>Number by number</source>
        <translation>Zahl für Zahl</translation>
    </message>
    <message>
        <source>From a line to a hidden layer</source>
        <translation>Von der Geraden zur verborgenen Schicht</translation>
    </message>
    <message>
        <source>XOR, the hidden layer that solves it, and why layers need a nonlinearity.</source>
        <translation>XOR, die verborgene Schicht, die es löst, und warum Schichten eine Nichtlinearität brauchen.</translation>
    </message>
    <message>
        <source>Folding, regions, depth and width</source>
        <translation>Falten, Regionen, Tiefe und Breite</translation>
    </message>
    <message>
        <source>What layers do to the plane, and what depth adds.</source>
        <translation>Was Schichten mit der Ebene machen und was Tiefe hinzufügt.</translation>
    </message>
    <message>
        <source>Losses, gradients and saturation</source>
        <translation>Verluste, Gradienten und Sättigung</translation>
    </message>
    <message>
        <source>Which loss suits which output, and how the gradient flows back.</source>
        <translation>Welcher Verlust zu welcher Ausgabe passt und wie der Gradient zurückfließt.</translation>
    </message>
    <message>
        <source>How often training succeeds, and how certain you can be of that.</source>
        <translation>Wie oft Training gelingt und wie sicher man dessen sein kann.</translation>
    </message>
    <message>
        <source>Computing gradients</source>
        <translation>Gradienten berechnen</translation>
    </message>
    <message>
        <source>Why back-propagation is fast, and what to do when there is no derivative.</source>
        <translation>Warum Backpropagation schnell ist und was zu tun ist, wenn es keine Ableitung gibt.</translation>
    </message>
    <message>
        <source>Convexity, saddles, plains, and when a learning rate is too large.</source>
        <translation>Konvexität, Sättel, Hochebenen, und wann eine Lernrate zu groß ist.</translation>
    </message>
    <message>
        <source>How hidden layers separate ten classes, and how to ask a network your own questions.</source>
        <translation>Wie verborgene Schichten zehn Klassen trennen und wie man ein Netz selbst befragt.</translation>
    </message>
    <message>
        <source>Batch size against learning rate</source>
        <translation>Batchgröße gegen Lernrate</translation>
    </message>
    <message>
        <source>Does a larger batch need a larger learning rate?</source>
        <translation>Braucht ein größerer Batch eine größere Lernrate?</translation>
    </message>
    <message>
        <source>Cross-entropy against squared error from a bad start</source>
        <translation>Kreuzentropie gegen quadratischen Fehler nach schlechtem Start</translation>
    </message>
    <message>
        <source>Which loss still learns when the first weights are far too large?</source>
        <translation>Welcher Verlust lernt noch, wenn die ersten Gewichte viel zu groß sind?</translation>
    </message>
    <message>
        <source>Twelve tanh layers by initialiser</source>
        <translation>Zwölf tanh-Schichten nach Initialisierung</translation>
    </message>
    <message>
        <source>Which initialiser keeps gradients alive in twelve tanh layers?</source>
        <translation>Welche Initialisierung hält die Gradienten in zwölf tanh-Schichten am Leben?</translation>
    </message>
    <message>
        <source>Forgetting: ReLU against maxout at equal parameters</source>
        <translation>Vergessen: ReLU gegen Maxout bei gleich vielen Parametern</translation>
    </message>
    <message>
        <source>The right half is learned after the left one: how much of the left half is left?</source>
        <translation>Nach der linken Hälfte wird die rechte gelernt: Was bleibt von der linken?</translation>
    </message>
    <message>
        <source>Label smoothing and calibration</source>
        <translation>Zielglättung und Kalibrierung</translation>
    </message>
    <message>
        <source>Does label smoothing make the predicted probabilities more honest?</source>
        <translation>Macht Zielglättung die vorhergesagten Wahrscheinlichkeiten ehrlicher?</translation>
    </message>
    <message>
        <source>Optimisers on the same seeds</source>
        <translation>Optimierer auf denselben Startwerten</translation>
    </message>
    <message>
        <source>Which optimiser learns the spirals best, and at which learning rate?</source>
        <translation>Welcher Optimierer lernt die Spiralen am besten, und bei welcher Lernrate?</translation>
    </message>
    <message>
        <source>Width against depth at equal parameters</source>
        <translation>Breite gegen Tiefe bei gleich vielen Parametern</translation>
    </message>
    <message>
        <source>Does width or depth give more regions after training?</source>
        <translation>Ergibt Breite oder Tiefe nach dem Training mehr Regionen?</translation>
    </message>
    <message>
        <source>2-2-1 on XOR, 200 starts by initialiser</source>
        <translation>2-2-1 auf XOR, 200 Anfänge je Initialisierung</translation>
    </message>
    <message>
        <source>How often does the smallest network that can solve XOR fail to learn it?</source>
        <translation>Wie oft scheitert das kleinste Netz, das XOR lösen kann?</translation>
    </message>
    <message>
        <source>The four points of XOR; with noise, a cloud around each of them.</source>
        <translation>Die vier Punkte von XOR; mit Rauschen eine Wolke um jeden.</translation>
    </message>
    <message>
        <source>XOR</source>
        <translation>XOR</translation>
    </message>
    <message>
        <source>XOR spread over the plane: class 1 where the coordinates differ in sign.</source>
        <translation>XOR über die Ebene verteilt: Klasse 1, wo die Koordinaten verschiedene Vorzeichen haben.</translation>
    </message>
    <message>
        <source>Quadrants</source>
        <translation>Quadranten</translation>
    </message>
    <message>
        <source>Spirals, one class each, from near the centre to radius 1.</source>
        <translation>Spiralen, je eine Klasse, von nahe der Mitte bis zum Radius 1.</translation>
    </message>
    <message>
        <source>Two waves, one above the other, that no straight line can separate.</source>
        <translation>Zwei Wellen übereinander, die keine Gerade trennen kann.</translation>
    </message>
    <message>
        <source>A disc and rings around it, one class each; not linearly separable.</source>
        <translation>Eine Scheibe und Ringe darum, je eine Klasse; nicht linear trennbar.</translation>
    </message>
    <message>
        <source>Two half circles that reach into each other.</source>
        <translation>Zwei Halbkreise, die ineinandergreifen.</translation>
    </message>
    <message>
        <source>Round clouds on a circle, one class each.</source>
        <translation>Runde Wolken auf einem Kreis, je eine Klasse.</translation>
    </message>
    <message>
        <source>Squares of alternating class on −1 … 1.</source>
        <translation>Felder abwechselnder Klasse auf −1 … 1.</translation>
    </message>
    <message>
        <source>Class 1 above the graph of a function, class 0 below it.</source>
        <translation>Klasse 1 über dem Graphen einer Funktion, Klasse 0 darunter.</translation>
    </message>
    <message>
        <source>Above-below</source>
        <translation>Über/unter</translation>
    </message>
    <message>
        <source>All corners of the n-dimensional cube; class 1 for an odd number of ones.</source>
        <translation>Alle Ecken des n-dimensionalen Würfels; Klasse 1 bei einer ungeraden Zahl von Einsen.</translation>
    </message>
    <message>
        <source>Parity</source>
        <translation>Parität</translation>
    </message>
    <message>
        <source>1,797 digits written by 13 people; each pixel is an input from 0 to 1.</source>
        <translation>1797 Ziffern, von 13 Personen geschrieben; jedes Pixel ist eine Eingabe von 0 bis 1.</translation>
    </message>
    <message>
        <source>Digits</source>
        <translation>Ziffern</translation>
    </message>
    <message>
        <source>Colours that are the mean of a function of x₁ and one of x₂, with a hole.</source>
        <translation>Farben, die das Mittel einer Funktion von x₁ und einer von x₂ sind, mit einem Loch.</translation>
    </message>
    <message>
        <source>RGB</source>
        <translation>RGB</translation>
    </message>
    <message>
        <source>A tilted plane; a network without hidden layers fits it exactly.</source>
        <translation>Eine geneigte Ebene; ein Netz ohne verborgene Schichten trifft sie exakt.</translation>
    </message>
    <message>
        <source>Gaussian hills and hollows, alternating, on a circle.</source>
        <translation>Gaußsche Hügel und Mulden im Wechsel auf einem Kreis.</translation>
    </message>
    <message>
        <source>A saddle: up along one axis, down along the other.</source>
        <translation>Ein Sattel: aufwärts entlang der einen Achse, abwärts entlang der anderen.</translation>
    </message>
    <message>
        <source>A function of x and y that you type.</source>
        <translation>Eine Funktion von x und y zum Eintippen.</translation>
    </message>
    <message>
        <source>A piecewise linear function that five ReLU units rebuild exactly.</source>
        <translation>Eine stückweise lineare Funktion, die fünf ReLU-Einheiten exakt nachbauen.</translation>
    </message>
    <message>
        <source>A sine whose noise grows from left to right, to be predicted with its spread.</source>
        <translation>Ein Sinus, dessen Rauschen von links nach rechts wächst und samt Streuung vorherzusagen ist.</translation>
    </message>
    <message>
        <source>Sine</source>
        <translation>Sinus</translation>
    </message>
    <message>
        <source>A function read backwards: for some inputs there are three right answers.</source>
        <translation>Eine rückwärts gelesene Funktion: Für manche Eingaben gibt es drei richtige Antworten.</translation>
    </message>
    <message>
        <source>Inverse</source>
        <translation>Invers</translation>
    </message>
    <message>
        <source>A sine with a share of points far above it.</source>
        <translation>Ein Sinus mit einem Anteil von Punkten weit darüber.</translation>
    </message>
    <message>
        <source>Waiting times: mostly short, now and then very long; exponential.</source>
        <translation>Wartezeiten: meist kurz, ab und zu sehr lang; exponentiell.</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>Warten</translation>
    </message>
    <message>
        <source>Amounts of rain over a year: skewed when dry, nearly symmetric when wet.</source>
        <translation>Regenmengen eines Jahres: schief, wenn es trocken ist, fast symmetrisch, wenn es nass ist.</translation>
    </message>
    <message>
        <source>Click-through rates: proportions, rough on the left, exact on the right.</source>
        <translation>Klickraten: Anteile, links grob, rechts genau.</translation>
    </message>
    <message>
        <source>Clicks</source>
        <translation>Klicks</translation>
    </message>
    <message>
        <source>Counts: whole numbers from 0, whose spread grows with their mean.</source>
        <translation>Anzahlen: ganze Zahlen ab 0, deren Streuung mit ihrem Mittel wächst.</translation>
    </message>
    <message>
        <source>Wind around an eye: steady far away, from any direction inside it.</source>
        <translation>Wind um ein Auge: weit draußen stetig, darin aus allen Richtungen.</translation>
    </message>
    <message>
        <source>Wind</source>
        <translation>Wind</translation>
    </message>
    <message>
        <source>Two values whose scatter is long and thin, and turns from place to place.</source>
        <translation>Zwei Werte, deren Streuung lang und schmal ist und sich von Ort zu Ort dreht.</translation>
    </message>
    <message>
        <source>Correlated</source>
        <translation>Korreliert</translation>
    </message>
    <message>
        <source>Items on the plane, ranked by how near they are, more or less reliably.</source>
        <translation>Objekte in der Ebene, nach ihrer Nähe geordnet, mehr oder weniger verlässlich.</translation>
    </message>
    <message>
        <source>One run is an anecdote</source>
        <translation>Ein Lauf ist eine Anekdote</translation>
    </message>
    <message>
        <source>Predictions and how far to trust them</source>
        <translation>Vorhersagen und wie weit man ihnen trauen kann</translation>
    </message>
    <message>
        <source>Structure in the data, distributions as outputs, and calibrated probabilities.</source>
        <translation>Struktur in den Daten, Verteilungen als Ausgaben und kalibrierte Wahrscheinlichkeiten.</translation>
    </message>
    <message>
        <source>log</source>
        <extracomment>The scales, as named on the switch below the numbers.</extracomment>
        <translation>log</translation>
    </message>
    <message>
        <source>linear</source>
        <translation>linear</translation>
    </message>
    <message>
        <source>Click to hide or show this curve (H)</source>
        <translation>Klick blendet diese Kurve aus oder ein (H)</translation>
    </message>
    <message>
        <source>Click to change between a linear and a logarithmic scale (L)</source>
        <translation>Klick wechselt zwischen linearer und logarithmischer Skala (L)</translation>
    </message>
    <message>
        <source>Left and Right read a step, Enter moves the playhead there, Up and Down choose a curve, H hides or shows it, plus and minus zoom, Home fits, L changes between a linear and a logarithmic scale.</source>
        <translation>Links und Rechts lesen einen Schritt ab, Enter setzt die Zeitmarke dorthin, Auf und Ab wählen eine Kurve, H blendet sie aus oder ein, Plus und Minus zoomen, Pos1 zeigt alles, L wechselt zwischen linearer und logarithmischer Skala.</translation>
    </message>
    <message>
        <source>Plots</source>
        <translation>Diagramme</translation>
    </message>
    <message>
        <source>hidden</source>
        <translation>ausgeblendet</translation>
    </message>
    <message>
        <source>shown</source>
        <translation>eingeblendet</translation>
    </message>
    <message>
        <source>step</source>
        <extracomment>Names and values to read beside that of a line, by the number of its point.</extracomment>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>step {x}</source>
        <translation>Schritt {x}</translation>
    </message>
    <message>
        <source>Goal: loss at most</source>
        <translation>Ziel: Verlust bis</translation>
    </message>
    <message>
        <source>A run is solved when its training loss falls to this value. At the left end there is no loss goal.</source>
        <translation>Ein Lauf gilt als gelöst, wenn der Trainingsverlust auf diesen Wert fällt. Ganz links gibt es kein Verlustziel.</translation>
    </message>
    <message>
        <source>none</source>
        <translation>ohne</translation>
    </message>
    <message>
        <source>Goal: accuracy at least</source>
        <translation>Ziel: Genauigkeit ab</translation>
    </message>
    <message>
        <source>A run is solved when this share of the training points is right. At the left end there is no accuracy goal.</source>
        <translation>Ein Lauf gilt als gelöst, wenn dieser Anteil der Trainingspunkte richtig ist. Ganz links gibt es kein Genauigkeitsziel.</translation>
    </message>
    <message>
        <source>Stop at goal</source>
        <translation>Halt am Ziel</translation>
    </message>
    <message>
        <source>Training pauses when the goal is first reached.</source>
        <translation>Das Training pausiert, sobald das Ziel zum ersten Mal erreicht ist.</translation>
    </message>
    <message>
        <source>Feature {label}</source>
        <translation>Merkmal {label}</translation>
    </message>
    <message>
        <source>An input of the first layer.</source>
        <translation>Eine Eingabe der ersten Schicht.</translation>
    </message>
    <message>
        <source>The network needs at least one input.</source>
        <translation>Das Netz braucht mindestens eine Eingabe.</translation>
    </message>
    <message>
        <source>features</source>
        <translation>Merkmale</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>Netz</translation>
    </message>
    <message>
        <source>Activation</source>
        <translation>Aktivierung</translation>
    </message>
    <message>
        <source>Pieces k</source>
        <translation>Stücke k</translation>
    </message>
    <message>
        <source>Number of rows each maxout unit takes the maximum of.</source>
        <translation>Anzahl der Zeilen, deren Maximum jede Maxout-Einheit nimmt.</translation>
    </message>
    <message>
        <source>Negative slope</source>
        <translation>Negative Steigung</translation>
    </message>
    <message>
        <source>Slope of leaky ReLU below 0.</source>
        <translation>Steigung von Leaky ReLU unter 0.</translation>
    </message>
    <message>
        <source>Alpha</source>
        <translation>Alpha</translation>
    </message>
    <message>
        <source>ELU approaches −α for very negative inputs.</source>
        <translation>ELU nähert sich −α für stark negative Eingaben.</translation>
    </message>
    <message>
        <source>Slope</source>
        <translation>Steigung</translation>
    </message>
    <message>
        <source>How steep the sigmoid is; a large value makes it almost a step.</source>
        <translation>Wie steil die Sigmoidfunktion ist; ein großer Wert macht sie fast zur Stufe.</translation>
    </message>
    <message>
        <source>Width σ</source>
        <translation>Breite σ</translation>
    </message>
    <message>
        <source>Radius of a radial basis unit.</source>
        <translation>Radius einer radialen Basiseinheit.</translation>
    </message>
    <message>
        <source>Batch normalisation</source>
        <translation>Batch-Normalisierung</translation>
    </message>
    <message>
        <source>Centres and scales each pre-activation over the minibatch.</source>
        <translation>Zentriert und skaliert jede Voraktivierung über den Minibatch.</translation>
    </message>
    <message>
        <source>Initial weights</source>
        <translation>Anfangsgewichte</translation>
    </message>
    <message>
        <source>Initial scale</source>
        <translation>Anfangsskala</translation>
    </message>
    <message>
        <source>Multiplies the initial weights.</source>
        <translation>Faktor für die Anfangsgewichte.</translation>
    </message>
    <message>
        <source>Initial bias</source>
        <translation>Anfangsbias</translation>
    </message>
    <message>
        <source>Where every bias starts; 0.1 helps to keep ReLU units active.</source>
        <translation>Startwert jedes Bias; 0.1 hilft, ReLU-Einheiten aktiv zu halten.</translation>
    </message>
    <message>
        <source>Freeze output layer</source>
        <translation>Ausgabeschicht einfrieren</translation>
    </message>
    <message>
        <source>Its weights stay fixed while the others learn.</source>
        <translation>Ihre Gewichte bleiben fest, während die anderen lernen.</translation>
    </message>
    <message>
        <source>Fourier features</source>
        <translation>Fourier-Merkmale</translation>
    </message>
    <message>
        <source>Random sine and cosine waves as extra inputs.</source>
        <translation>Zufällige Sinus- und Kosinuswellen als weitere Eingaben.</translation>
    </message>
    <message>
        <source>off</source>
        <translation>aus</translation>
    </message>
    <message>
        <source>Fourier scale</source>
        <translation>Fourier-Skala</translation>
    </message>
    <message>
        <source>The frequency of the random waves.</source>
        <translation>Die Frequenz der zufälligen Wellen.</translation>
    </message>
    <message>
        <source>initial weights</source>
        <translation>Anfangsgewichte</translation>
    </message>
    <message>
        <source>The activation function of every hidden layer; the network strip sets it for each.</source>
        <translation>Die Aktivierungsfunktion aller verborgenen Schichten; die Netzleiste stellt sie für jede einzeln ein.</translation>
    </message>
    <message>
        <source>{title}: how weights are drawn at step 0.</source>
        <translation>{title}: wie die Gewichte bei Schritt 0 gezogen werden.</translation>
    </message>
    <message>
        <source>Momentum</source>
        <translation>Momentum</translation>
    </message>
    <message>
        <source>Nesterov</source>
        <translation>Nesterov</translation>
    </message>
    <message>
        <source>Constant</source>
        <extracomment>In the order of their kernel codes; `core.training.optimisers` has the reference. Schedules by the names they have in the controls.</extracomment>
        <translation>Konstant</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Stufen</translation>
    </message>
    <message>
        <source>Cosine</source>
        <translation>Kosinus</translation>
    </message>
    <message>
        <source>Warm-up</source>
        <translation>Aufwärmen</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>Verfahren</translation>
    </message>
    <message>
        <source>How the gradient g becomes a step of the weights.</source>
        <translation>Wie aus dem Gradienten g ein Schritt der Gewichte wird.</translation>
    </message>
    <message>
        <source>Optimiser</source>
        <translation>Optimierer</translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation>Lernrate</translation>
    </message>
    <message>
        <source>The length of a step along the optimiser&apos;s direction.</source>
        <translation>Die Länge eines Schritts in Richtung des Optimierers.</translation>
    </message>
    <message>
        <source>Batch</source>
        <translation>Batch</translation>
    </message>
    <message>
        <source>Training points per step. At the left end: all of them.</source>
        <translation>Trainingspunkte pro Schritt. Ganz links: alle.</translation>
    </message>
    <message>
        <source>all</source>
        <translation>alle</translation>
    </message>
    <message>
        <source>Clip norm</source>
        <translation>Norm begrenzen</translation>
    </message>
    <message>
        <source>Longer gradients are scaled down to this norm. 0 turns clipping off.</source>
        <translation>Längere Gradienten werden auf diese Norm verkürzt. 0 schaltet das aus.</translation>
    </message>
    <message>
        <source>Single precision</source>
        <translation>Einfache Genauigkeit</translation>
    </message>
    <message>
        <source>Train with 32-bit numbers instead of 64-bit ones.</source>
        <translation>Mit 32-Bit- statt mit 64-Bit-Zahlen trainieren.</translation>
    </message>
    <message>
        <source>How much of the previous direction is kept.</source>
        <translation>Wie viel von der vorigen Richtung erhalten bleibt.</translation>
    </message>
    <message>
        <source>Memory α</source>
        <translation>Gedächtnis α</translation>
    </message>
    <message>
        <source>How slowly the running mean of squared gradients forgets.</source>
        <translation>Wie langsam das laufende Mittel der quadrierten Gradienten vergisst.</translation>
    </message>
    <message>
        <source>Memory β₁</source>
        <translation>Gedächtnis β₁</translation>
    </message>
    <message>
        <source>How slowly the running mean of gradients forgets.</source>
        <translation>Wie langsam das laufende Mittel der Gradienten vergisst.</translation>
    </message>
    <message>
        <source>Memory β₂</source>
        <translation>Gedächtnis β₂</translation>
    </message>
    <message>
        <source>Weight decay</source>
        <translation>Gewichtszerfall</translation>
    </message>
    <message>
        <source>Shrinks every weight a little at each step, independently of the gradient.</source>
        <translation>Verkleinert jedes Gewicht bei jedem Schritt ein wenig, unabhängig vom Gradienten.</translation>
    </message>
    <message>
        <source>Schedule</source>
        <translation>Zeitplan</translation>
    </message>
    <message>
        <source>How the learning rate changes with the step.</source>
        <translation>Wie sich die Lernrate mit dem Schritt ändert.</translation>
    </message>
    <message>
        <source>Every</source>
        <translation>Alle</translation>
    </message>
    <message>
        <source>Steps between two drops of the rate.</source>
        <translation>Schritte zwischen zwei Absenkungen der Rate.</translation>
    </message>
    <message>
        <source>Over</source>
        <translation>Über</translation>
    </message>
    <message>
        <source>Steps until the learning rate reaches 0.</source>
        <translation>Schritte, bis die Lernrate 0 erreicht.</translation>
    </message>
    <message>
        <source>Steps over which the rate rises from 0.</source>
        <translation>Schritte, in denen die Rate von 0 an steigt.</translation>
    </message>
    <message>
        <source>Factor</source>
        <translation>Faktor</translation>
    </message>
    <message>
        <source>What the rate is multiplied by at each drop.</source>
        <translation>Womit die Rate bei jeder Absenkung multipliziert wird.</translation>
    </message>
    <message>
        <source>Output &amp; loss</source>
        <translation>Ausgabe und Verlust</translation>
    </message>
    <message>
        <source>Output unit, loss</source>
        <translation>Ausgabeeinheit, Verlust</translation>
    </message>
    <message>
        <source>Components</source>
        <translation>Komponenten</translation>
    </message>
    <message>
        <source>Gaussians in the mixture.</source>
        <translation>Gaußkurven der Mischung.</translation>
    </message>
    <message>
        <source>{title}: the loss of one example.</source>
        <translation>{title}: der Verlust eines Beispiels.</translation>
    </message>
    <message>
        <source>Plane</source>
        <translation>Ebene</translation>
    </message>
    <message>
        <source>Shown plane</source>
        <translation>Gezeigte Ebene</translation>
    </message>
    <message>
        <source>The plane through input space that Output, Regions and Warp show.</source>
        <translation>Die Ebene durch den Eingaberaum, die Ausgabe, Regionen und Verformung zeigen.</translation>
    </message>
    <message>
        <source>Across</source>
        <translation>Waagerecht</translation>
    </message>
    <message>
        <source>Up</source>
        <translation>Senkrecht</translation>
    </message>
    <message>
        <source>The input along x. Type a part of its name.</source>
        <translation>Die Eingabe entlang x. Einen Teil ihres Namens eintippen.</translation>
    </message>
    <message>
        <source>The input along y. Type a part of its name.</source>
        <translation>Die Eingabe entlang y. Einen Teil ihres Namens eintippen.</translation>
    </message>
    <message>
        <source>Held input</source>
        <translation>Feste Eingabe</translation>
    </message>
    <message>
        <source>Keeps the value below on the whole plane.</source>
        <translation>Hat auf der ganzen Ebene den Wert darunter.</translation>
    </message>
    <message>
        <source>Example {letter}</source>
        <translation>Beispiel {letter}</translation>
    </message>
    <message>
        <source>A training example on the plane, by number.</source>
        <translation>Ein Trainingsbeispiel auf der Ebene, nach Nummer.</translation>
    </message>
    <message>
        <source>input {i}</source>
        <translation>Eingabe {i}</translation>
    </message>
    <message>
        <source>Examples are numbered from 0 to {rows}.</source>
        <translation>Beispiele sind von 0 bis {rows} nummeriert.</translation>
    </message>
    <message>
        <source>A plane needs three different examples.</source>
        <translation>Eine Ebene braucht drei verschiedene Beispiele.</translation>
    </message>
    <message>
        <source>Held at this value on the whole plane.</source>
        <translation>Hat auf der ganzen Ebene diesen Wert.</translation>
    </message>
    <message>
        <source>Both halves</source>
        <translation>Beide Hälften</translation>
    </message>
    <message>
        <source>Left half</source>
        <translation>Linke Hälfte</translation>
    </message>
    <message>
        <source>Right half</source>
        <translation>Rechte Hälfte</translation>
    </message>
    <message>
        <source>Problem {title}</source>
        <translation>Problem {title}</translation>
    </message>
    <message>
        <source>Fewer problems</source>
        <translation>Weniger Probleme</translation>
    </message>
    <message>
        <source>{rest} more problems</source>
        <translation>{rest} weitere Probleme</translation>
    </message>
    <message>
        <source>Draw points</source>
        <translation>Zeichnen</translation>
    </message>
    <message>
        <source>Paint, erase and move points over Output.</source>
        <translation>Punkte über der Ausgabe malen, löschen und verschieben.</translation>
    </message>
    <message>
        <source>Import …</source>
        <translation>Import …</translation>
    </message>
    <message>
        <source>A table (CSV, TSV), a picture, a scene or a run.</source>
        <translation>Eine Tabelle (CSV, TSV), ein Bild, eine Szene oder ein Lauf.</translation>
    </message>
    <message>
        <source>Problem</source>
        <translation>Problem</translation>
    </message>
    <message>
        <source>Points</source>
        <translation>Punkte</translation>
    </message>
    <message>
        <source>How many examples are drawn, test points included.</source>
        <translation>Wie viele Beispiele gezogen werden, Testpunkte eingeschlossen.</translation>
    </message>
    <message>
        <source>Test share</source>
        <translation>Testanteil</translation>
    </message>
    <message>
        <source>Share of the points held out for testing.</source>
        <translation>Anteil der Punkte, der für den Test zurückgehalten wird.</translation>
    </message>
    <message>
        <source>Calibration share</source>
        <translation>Kalibrieranteil</translation>
    </message>
    <message>
        <source>Share of the points held out from training and testing, on which the Saturation view fits a temperature and conformal sets.</source>
        <translation>Anteil der Punkte, der weder trainiert noch getestet wird; an ihm bestimmt die Ansicht Sättigung eine Temperatur und konforme Mengen.</translation>
    </message>
    <message>
        <source>Sample seed</source>
        <translation>Stichproben-Startwert</translation>
    </message>
    <message>
        <source>A different seed draws a different sample.</source>
        <translation>Ein anderer Startwert zieht eine andere Stichprobe.</translation>
    </message>
    <message>
        <source>Learn</source>
        <translation>Lernen</translation>
    </message>
    <message>
        <source>If only one half of the plane is learned, the other half is the test split. Switch halves to see what is forgotten.</source>
        <translation>Wird nur eine Hälfte der Ebene gelernt, ist die andere der Testteil. Ein Wechsel der Hälfte zeigt, was vergessen wird.</translation>
    </message>
    <message>
        <source>Keep network</source>
        <translation>Netz behalten</translation>
    </message>
    <message>
        <source>Choosing a problem keeps the current layers and hyperparameters instead of loading suitable ones.</source>
        <translation>Ein neues Problem behält die Schichten und Hyperparameter, statt passende zu laden.</translation>
    </message>
    <message>
        <source>problem {title}</source>
        <translation>Problem {title}</translation>
    </message>
    <message>
        <source>Prune weights below</source>
        <translation>Kappen unter</translation>
    </message>
    <message>
        <source>Cuts every link whose weight is smaller in magnitude than this.</source>
        <translation>Kappt jede Verbindung, deren Gewicht dem Betrag nach kleiner ist.</translation>
    </message>
    <message>
        <source>Prune</source>
        <translation>Kappen</translation>
    </message>
    <message>
        <source>Cut the links; undo restores them.</source>
        <translation>Die Verbindungen kappen; Rückgängig stellt sie wieder her.</translation>
    </message>
    <message>
        <source>None of the {whole} links has a weight that small.</source>
        <translation>Keine der {whole} Verbindungen hat ein so kleines Gewicht.</translation>
    </message>
    <message>
        <source>{count} of {whole} links cut: {text}.</source>
        <translation>{count} von {whole} Verbindungen gekappt: {text}.</translation>
    </message>
    <message>
        <source>Regularisation</source>
        <translation>Regularisierung</translation>
    </message>
    <message>
        <source>Adds the squares of the weights to the loss. Biases are not penalised.</source>
        <translation>Addiert die Quadrate der Gewichte zum Verlust. Biaswerte werden nicht bestraft.</translation>
    </message>
    <message>
        <source>Adds the absolute weights to the loss, which drives many to 0.</source>
        <translation>Addiert die Beträge der Gewichte zum Verlust; viele gehen dadurch gegen 0.</translation>
    </message>
    <message>
        <source>Dropout</source>
        <translation>Dropout</translation>
    </message>
    <message>
        <source>Each hidden unit is switched off with this probability in each step.</source>
        <translation>Jede verborgene Einheit wird in jedem Schritt mit dieser Wahrscheinlichkeit abgeschaltet.</translation>
    </message>
    <message>
        <source>Label smoothing</source>
        <translation>Zielglättung</translation>
    </message>
    <message>
        <source>Moves a little target probability from the true class to the others.</source>
        <translation>Verschiebt etwas Zielwahrscheinlichkeit von der wahren Klasse zu den anderen.</translation>
    </message>
    <message>
        <source>Input noise</source>
        <translation>Eingaberauschen</translation>
    </message>
    <message>
        <source>Standard deviation of noise added to the inputs in every step.</source>
        <translation>Standardabweichung des Rauschens, das in jedem Schritt zu den Eingaben kommt.</translation>
    </message>
    <message>
        <source>Fewer settings</source>
        <translation>Weniger Einstellungen</translation>
    </message>
    <message>
        <source>More settings</source>
        <translation>Mehr Einstellungen</translation>
    </message>
    <message>
        <source>, {changed} changed</source>
        <translation>, {changed} geändert</translation>
    </message>
    <message>
        <source>Export film</source>
        <translation>Film exportieren</translation>
    </message>
    <message>
        <source>View</source>
        <translation>Ansicht</translation>
    </message>
    <message>
        <source>WebP: smaller, more colours</source>
        <translation>WebP: kleiner, mehr Farben</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>Format</translation>
    </message>
    <message>
        <source>Frames</source>
        <translation>Bilder</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Film of</source>
        <translation>Film von</translation>
    </message>
    <message>
        <source>The timeline of this run from its first step to its last, 20 frames per second.</source>
        <translation>Die Zeitleiste dieses Laufs vom ersten bis zum letzten Schritt, 20 Bilder pro Sekunde.</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>Fortschritt</translation>
    </message>
    <message>
        <source>Save as …</source>
        <translation>Speichern unter …</translation>
    </message>
    <message>
        <source>Films</source>
        <translation>Filme</translation>
    </message>
    <message>
        <source>Preparing …</source>
        <translation>Vorbereitung …</translation>
    </message>
    <message>
        <source>Frame {done} of {total}</source>
        <translation>Bild {done} von {total}</translation>
    </message>
    <message>
        <source>Couldn&apos;t start the export.</source>
        <translation>Der Export ließ sich nicht starten.</translation>
    </message>
    <message>
        <source>it ended early</source>
        <translation>er endete vorzeitig</translation>
    </message>
    <message>
        <source>today</source>
        <translation>heute</translation>
    </message>
    <message>
        <source>yesterday</source>
        <translation>gestern</translation>
    </message>
    <message>
        <source>on {day} {month} {year}</source>
        <translation>am {day}. {month} {year}</translation>
    </message>
    <message>
        <source>{day} at {at}</source>
        <translation>{day} um {at}</translation>
    </message>
    <message>
        <source>a run saved {when}, which can&apos;t be opened: {problem}</source>
        <translation>ein Lauf, gesichert {when}, der sich nicht öffnen lässt: {problem}</translation>
    </message>
    <message>
        <source>“{title}” at step {step}, {when}</source>
        <translation>„{title}“ bei Schritt {step}, {when}</translation>
    </message>
    <message>
        <source>Autosaved runs</source>
        <translation>Gesicherte Läufe</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>Hyperfold saved these runs before it closed unexpectedly. A run stays here until you open and save it, or delete it.</source>
        <translation>Hyperfold hat diese Läufe gesichert, bevor es unerwartet beendet wurde. Ein Lauf bleibt hier, bis er geöffnet und gespeichert oder gelöscht wird.</translation>
    </message>
    <message>
        <source>There are no autosaved runs. Hyperfold saves the run every minute, and lists it here if it closes unexpectedly.</source>
        <translation>Es gibt keine gesicherten Läufe. Hyperfold sichert den Lauf jede Minute und führt ihn hier auf, wenn es unerwartet beendet wird.</translation>
    </message>
    <message>
        <source>Can&apos;t be opened, saved {when}
{problem}</source>
        <translation>Lässt sich nicht öffnen, gesichert {when}
{problem}</translation>
    </message>
    <message>
        <source>{title}
Step {step}, saved {when}</source>
        <translation>{title}
Schritt {step}, gesichert {when}</translation>
    </message>
    <message>
        <source>Picture; parts of it can be held out</source>
        <translation>Bild; Teile davon können zurückgehalten werden</translation>
    </message>
    <message>
        <source>Arrows move a frame, with Shift they resize it; Enter holds it out.</source>
        <translation>Pfeiltasten verschieben einen Rahmen, mit Umschalt ändern sie seine Größe; Enter hält ihn zurück.</translation>
    </message>
    <message>
        <source>Import {name}</source>
        <translation>{name} importieren</translation>
    </message>
    <message>
        <source>&lt;b&gt;A network learns the colour of every pixel (x, y).&lt;/b&gt;</source>
        <translation>&lt;b&gt;Ein Netz lernt die Farbe jedes Pixels (x, y).&lt;/b&gt;</translation>
    </message>
    <message>
        <source>Longer side</source>
        <translation>Längere Seite</translation>
    </message>
    <message>
        <source>{n} pixels</source>
        <translation>{n} Pixel</translation>
    </message>
    <message>
        <source>Random pixels held out</source>
        <translation>Zufällig zurückgehaltene Pixel</translation>
    </message>
    <message>
        <source>Clear held-out parts</source>
        <translation>Zurückgehaltene Teile leeren</translation>
    </message>
    <message>
        <source>Inputs</source>
        <translation>Eingaben</translation>
    </message>
    <message>
        <source>Held-out parts</source>
        <translation>Zurückgehaltene Teile</translation>
    </message>
    <message>
        <source>Drag over the picture to hold out a part of it, or frame it with the arrow keys and Shift and press Enter: what the network puts there shows what it has understood. Fourier features let it learn fine detail; without them it starts with smooth shapes.</source>
        <translation>Über das Bild ziehen, um einen Teil zurückzuhalten, oder ihn mit den Pfeiltasten und Umschalt einrahmen und Enter drücken: Was das Netz dort einsetzt, zeigt, was es verstanden hat. Mit Fourier-Merkmalen lernt es feine Einzelheiten; ohne sie beginnt es mit weichen Formen.</translation>
    </message>
    <message>
        <source>Import</source>
        <translation>Importieren</translation>
    </message>
    <message>
        <source>{width} × {height}: {count} examples</source>
        <translation>{width} × {height}: {count} Beispiele</translation>
    </message>
    <message>
        <source>PNG: pixels</source>
        <translation>PNG: Pixel</translation>
    </message>
    <message>
        <source>SVG: vectors, for the web and slides</source>
        <translation>SVG: Vektoren, für Web und Folien</translation>
    </message>
    <message>
        <source>PDF: vectors, for print</source>
        <translation>PDF: Vektoren, für den Druck</translation>
    </message>
    <message>
        <source>The screen: as it is shown</source>
        <translation>Den Bildschirm: wie gezeigt</translation>
    </message>
    <message>
        <source>A paper: size in mm</source>
        <translation>Eine Veröffentlichung: Größe in mm</translation>
    </message>
    <message>
        <source>Export picture</source>
        <translation>Bild exportieren</translation>
    </message>
    <message>
        <source>Made for</source>
        <translation>Gedacht für</translation>
    </message>
    <message>
        <source>Scale</source>
        <translation>Maßstab</translation>
    </message>
    <message>
        <source>Width in millimetres</source>
        <translation>Breite in Millimetern</translation>
    </message>
    <message>
        <source>Height in millimetres</source>
        <translation>Höhe in Millimetern</translation>
    </message>
    <message>
        <source>Text size in points</source>
        <translation>Schriftgröße in Punkt</translation>
    </message>
    <message>
        <source>Picture of</source>
        <translation>Bild von</translation>
    </message>
    <message>
        <source>Width, mm</source>
        <translation>Breite, mm</translation>
    </message>
    <message>
        <source>Height, mm</source>
        <translation>Höhe, mm</translation>
    </message>
    <message>
        <source>Text size, pt</source>
        <translation>Schriftgröße, pt</translation>
    </message>
    <message>
        <source>The view in light colours and vectors, without buttons and tabs.</source>
        <translation>Die Ansicht in hellen Farben und Vektoren, ohne Knöpfe und Reiter.</translation>
    </message>
    <message>
        <source>pixels</source>
        <translation>Pixel</translation>
    </message>
    <message>
        <source>points</source>
        <translation>Punkte</translation>
    </message>
    <message>
        <source>{name} already exists. Replace it?</source>
        <translation>{name} existiert bereits. Ersetzen?</translation>
    </message>
    <message>
        <source>It is in {parent}.</source>
        <translation>Die Datei liegt in {parent}.</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>Ersetzen</translation>
    </message>
    <message>
        <source>Column</source>
        <translation>Spalte</translation>
    </message>
    <message>
        <source>Contains</source>
        <translation>Enthält</translation>
    </message>
    <message>
        <source>First rows</source>
        <translation>Erste Zeilen</translation>
    </message>
    <message>
        <source>Input</source>
        <extracomment>What nodes are that no step computes.</extracomment>
        <translation>Eingabe</translation>
    </message>
    <message>
        <source>Target</source>
        <translation>Ziel</translation>
    </message>
    <message>
        <source>Not used</source>
        <translation>Unbenutzt</translation>
    </message>
    <message>
        <source>Fill missing values with the mean and flag them</source>
        <translation>Fehlende Werte durch das Mittel ersetzen und kennzeichnen</translation>
    </message>
    <message>
        <source>Leave out rows with missing values</source>
        <translation>Zeilen mit fehlenden Werten weglassen</translation>
    </message>
    <message>
        <source>number</source>
        <extracomment>What a column is read as, by the words of the first look.</extracomment>
        <translation>Zahl</translation>
    </message>
    <message>
        <source>date</source>
        <translation>Datum</translation>
    </message>
    <message>
        <source>words</source>
        <translation>Wörter</translation>
    </message>
    <message>
        <source>text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>empty</source>
        <translation>leer</translation>
    </message>
    <message>
        <source>Click to read numbers as words, or a target as classes or values.</source>
        <translation>Klick liest Zahlen als Wörter oder ein Ziel als Klassen oder Werte.</translation>
    </message>
    <message>
        <source>The network sees this column.</source>
        <translation>Das Netz sieht diese Spalte.</translation>
    </message>
    <message>
        <source>The network learns to predict this column; Ctrl-click to predict several.</source>
        <translation>Das Netz lernt, diese Spalte vorherzusagen; Strg+Klick für mehrere.</translation>
    </message>
    <message>
        <source>The network does not see this column.</source>
        <translation>Das Netz sieht diese Spalte nicht.</translation>
    </message>
    <message>
        <source>Columns and their roles</source>
        <translation>Spalten und ihre Rollen</translation>
    </message>
    <message>
        <source>Import {source}</source>
        <translation>{source} importieren</translation>
    </message>
    <message>
        <source>&lt;b&gt;What should the network predict, and from which columns?&lt;/b&gt;</source>
        <translation>&lt;b&gt;Was soll das Netz vorhersagen, und aus welchen Spalten?&lt;/b&gt;</translation>
    </message>
    <message>
        <source>The first row names the columns</source>
        <translation>Die erste Zeile benennt die Spalten</translation>
    </message>
    <message>
        <source>Missing values</source>
        <translation>Fehlende Werte</translation>
    </message>
    <message>
        <source>Choose the column to predict: the target.</source>
        <translation>Bitte die Spalte wählen, die vorhergesagt werden soll: das Ziel.</translation>
    </message>
    <message>
        <source>Choose at least one input.</source>
        <translation>Bitte mindestens eine Eingabe wählen.</translation>
    </message>
    <message>
        <source>class</source>
        <translation>Klasse</translation>
    </message>
    <message>
        <source>value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>index</source>
        <translation>Index</translation>
    </message>
    <message>
        <source>the class</source>
        <translation>die Klasse</translation>
    </message>
    <message>
        <source>the value</source>
        <translation>den Wert</translation>
    </message>
    <message>
        <source>the colour</source>
        <translation>die Farbe</translation>
    </message>
    <message>
        <source> and </source>
        <translation> und </translation>
    </message>
    <message>
        <source>{count} columns</source>
        <translation>{count} Spalten</translation>
    </message>
    <message>
        <source>From {named} to {what} {targets}. Inputs are standardised, each word becomes an input, and a quarter of the rows are for testing.</source>
        <translation>Aus {named} auf {what} {targets}. Eingaben werden standardisiert, jedes Wort wird eine Eingabe, und ein Viertel der Zeilen dient dem Test.</translation>
    </message>
    <message>
        <source>Reading …</source>
        <translation>Lesen …</translation>
    </message>
    <message>
        <source>swap A and B</source>
        <translation>A und B tauschen</translation>
    </message>
    <message>
        <source>run at step {step}</source>
        <translation>Lauf bei Schritt {step}</translation>
    </message>
    <message>
        <source>keep B</source>
        <translation>B behalten</translation>
    </message>
    <message>
        <source>train B: {title}</source>
        <translation>B trainieren: {title}</translation>
    </message>
    <message>
        <source>open B: {title}</source>
        <translation>B öffnen: {title}</translation>
    </message>
    <message>
        <source>close B</source>
        <translation>B schließen</translation>
    </message>
    <message>
        <source>B: {found}. It stopped at its last finite state</source>
        <translation>B: {found}. Angehalten beim letzten endlichen Zustand</translation>
    </message>
    <message>
        <source>Drawing needs a problem with two inputs.</source>
        <translation>Zeichnen braucht ein Problem mit zwei Eingaben.</translation>
    </message>
    <message>
        <source>Drawing needs classes or a single target value.</source>
        <translation>Zeichnen braucht Klassen oder einen einzelnen Zielwert.</translation>
    </message>
    <message>
        <source>Drawing needs a sample of at most {MOST} points.</source>
        <translation>Zeichnen braucht eine Stichprobe von höchstens {MOST} Punkten.</translation>
    </message>
    <message>
        <source>A sample can have at most {MOST} points.</source>
        <translation>Eine Stichprobe kann höchstens {MOST} Punkte haben.</translation>
    </message>
    <message>
        <source>drawing</source>
        <translation>Zeichnung</translation>
    </message>
    <message>
        <source>learning rate</source>
        <extracomment>Display names of the fields of specs; translated by ``tr`` where they are shown.</extracomment>
        <translation>Lernrate</translation>
    </message>
    <message>
        <source>batch</source>
        <translation>Batch</translation>
    </message>
    <message>
        <source>L1</source>
        <translation>L1</translation>
    </message>
    <message>
        <source>L2</source>
        <translation>L2</translation>
    </message>
    <message>
        <source>gradient clipping</source>
        <translation>Gradientenbegrenzung</translation>
    </message>
    <message>
        <source>weight decay</source>
        <translation>Gewichtszerfall</translation>
    </message>
    <message>
        <source>label smoothing</source>
        <translation>Zielglättung</translation>
    </message>
    <message>
        <source>input noise</source>
        <translation>Eingaberauschen</translation>
    </message>
    <message>
        <source>problem</source>
        <translation>Problem</translation>
    </message>
    <message>
        <source>{name} of layer {layer}</source>
        <translation>{name} von Schicht {layer}</translation>
    </message>
    <message>
        <source>undo</source>
        <translation>rückgängig</translation>
    </message>
    <message>
        <source>branch at step {step}</source>
        <translation>Abzweigung bei Schritt {step}</translation>
    </message>
    <message>
        <source>undo {text}</source>
        <translation>{text} rückgängig</translation>
    </message>
    <message>
        <source>be 1 to {count}</source>
        <translation>1 bis {count} sein</translation>
    </message>
    <message>
        <source>{name} of layer {layer} no longer has this entry</source>
        <translation>{name} von Schicht {layer} hat diesen Eintrag nicht mehr</translation>
    </message>
    <message>
        <source>layers</source>
        <translation>Schichten</translation>
    </message>
    <message>
        <source>Current run</source>
        <translation>Jetziger Lauf</translation>
    </message>
    <message>
        <source>Seed {seed}: {error}</source>
        <translation>Startwert {seed}: {error}</translation>
    </message>
    <message>
        <source>seed {seed}</source>
        <translation>Startwert {seed}</translation>
    </message>
    <message>
        <source>open seed {seed}</source>
        <translation>Startwert {seed} öffnen</translation>
    </message>
    <message>
        <source>rewind</source>
        <extracomment>Our run and the engine&apos;s when they were last compared.</extracomment>
        <translation>Zurückspulen</translation>
    </message>
    <message>
        <source>start here</source>
        <translation>hier beginnen</translation>
    </message>
    <message>
        <source>new seed</source>
        <translation>neuer Startwert</translation>
    </message>
    <message>
        <source>other future of step {step}</source>
        <translation>andere Zukunft von Schritt {step}</translation>
    </message>
    <message>
        <source>open run</source>
        <translation>Lauf öffnen</translation>
    </message>
    <message>
        <source>{key} must be true or false, got {value}</source>
        <translation>{key} muss true oder false sein; angegeben: {value}</translation>
    </message>
    <message>
        <source>{key} must be one of {known}, got {value}</source>
        <translation>{key} muss eines von {known} sein; angegeben: {value}</translation>
    </message>
    <message>
        <source>{key} must be from {low} to {high}, got {value}</source>
        <translation>{key} muss zwischen {low} und {high} liegen; angegeben: {value}</translation>
    </message>
    <message>
        <source>{key} must be a word, got {value}</source>
        <translation>{key} muss ein Wort sein; angegeben: {value}</translation>
    </message>
    <message>
        <source>{key} must be a whole number from {low} to {high}, got {value}</source>
        <translation>{key} muss eine ganze Zahl von {low} bis {high} sein; angegeben: {value}</translation>
    </message>
    <message>
        <source>training</source>
        <translation>Training</translation>
    </message>
    <message>
        <source>start</source>
        <translation>Start</translation>
    </message>
    <message>
        <source>data</source>
        <translation>Daten</translation>
    </message>
    <message>
        <source>This run no longer suits the step. Restart the step first.</source>
        <translation>Dieser Lauf passt nicht mehr zum Schritt. Zuerst den Schritt neu beginnen.</translation>
    </message>
    <message>
        <source>All lessons</source>
        <translation>Alle Lektionen</translation>
    </message>
    <message>
        <source>Back to the list; this lesson remembers where you are.</source>
        <translation>Zurück zur Liste; diese Lektion merkt sich den Stand.</translation>
    </message>
    <message>
        <source>Save hand-out</source>
        <translation>Handout speichern</translation>
    </message>
    <message>
        <source>Saves this lesson with its scenes and data as one file to share.</source>
        <translation>Speichert diese Lektion mit ihren Szenen und Daten als eine Datei zum Weitergeben.</translation>
    </message>
    <message>
        <source>Restart step</source>
        <translation>Schritt neu beginnen</translation>
    </message>
    <message>
        <source>Start this step again.</source>
        <translation>Diesen Schritt von vorn beginnen.</translation>
    </message>
    <message>
        <source>Lessons (*.toml)</source>
        <translation>Lektionen (*.toml)</translation>
    </message>
    <message>
        <source>Lessons</source>
        <translation>Lektionen</translation>
    </message>
    <message>
        <source>Close lessons</source>
        <translation>Lektionen schließen</translation>
    </message>
    <message>
        <source>Hide this panel.</source>
        <translation>Diesen Bereich ausblenden.</translation>
    </message>
    <message>
        <source>List of lessons</source>
        <translation>Liste der Lektionen</translation>
    </message>
    <message>
        <source>Show me</source>
        <translation>Vormachen</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>Weiter</translation>
    </message>
    <message>
        <source>What to read and do</source>
        <translation>Was zu lesen und zu tun ist</translation>
    </message>
    <message>
        <source>Couldn&apos;t save the hand-out: {error}</source>
        <translation>Das Handout ließ sich nicht speichern: {error}</translation>
    </message>
    <message>
        <source>The hand-out is saved as {name}</source>
        <translation>Das Handout ist gespeichert als {name}</translation>
    </message>
    <message>
        <source>Open a lesson</source>
        <translation>Lektion öffnen</translation>
    </message>
    <message>
        <source>Next lesson</source>
        <translation>Nächste Lektion</translation>
    </message>
    <message>
        <source>Finish</source>
        <translation>Fertig</translation>
    </message>
    <message>
        <source>Lesson {number}: {title}</source>
        <translation>Lektion {number}: {title}</translation>
    </message>
    <message>
        <source>done</source>
        <translation>erledigt</translation>
    </message>
    <message>
        <source>{done} of {steps} steps</source>
        <translation>{done} von {steps} Schritten</translation>
    </message>
    <message>
        <source>Open a lesson file …</source>
        <translation>Lektionsdatei öffnen …</translation>
    </message>
    <message>
        <source>Open a lesson file</source>
        <translation>Lektionsdatei öffnen</translation>
    </message>
    <message>
        <source>Save this run as a lesson …</source>
        <translation>Diesen Lauf als Lektion speichern …</translation>
    </message>
    <message>
        <source>Save this run as a lesson</source>
        <translation>Diesen Lauf als Lektion speichern</translation>
    </message>
    <message>
        <source>{summary} About {minutes} minutes.</source>
        <translation>{summary} Etwa {minutes} Minuten.</translation>
    </message>
    <message>
        <source>Scene: {title}</source>
        <translation>Szene: {title}</translation>
    </message>
    <message>
        <source>Open the scene {title}</source>
        <translation>Szene {title} öffnen</translation>
    </message>
    <message>
        <source>Step of the lesson</source>
        <translation>Schritt der Lektion</translation>
    </message>
    <message>
        <source>{number} of {steps} · {title}</source>
        <translation>{number} von {steps} · {title}</translation>
    </message>
    <message>
        <source>Step {present} of {steps}, {count} of them done</source>
        <translation>Schritt {present} von {steps}, davon {count} erledigt</translation>
    </message>
    <message>
        <source>*Predict:* {text}</source>
        <translation>*Vorhersage:* {text}</translation>
    </message>
    <message>
        <source>You were right.</source>
        <translation>Das war richtig.</translation>
    </message>
    <message>
        <source>What happened: *{right}*.</source>
        <translation>Was geschah: *{right}*.</translation>
    </message>
    <message>
        <source>not yet</source>
        <translation>noch nicht</translation>
    </message>
    <message>
        <source>You made a prediction</source>
        <translation>Eine Vorhersage ist getroffen</translation>
    </message>
    <message>
        <source>Waiting for the first steps</source>
        <extracomment>The text of a view of steps while training runs and there are none yet.</extracomment>
        <translation>Warten auf die ersten Schritte</translation>
    </message>
    <message>
        <source>Output over the plane</source>
        <extracomment>Index of the training example under the mouse, −1 for none. Show exactly the visible box, with the caption below, instead of widening it.</extracomment>
        <translation>Ausgabe über der Ebene</translation>
    </message>
    <message>
        <source>Waiting for the first step</source>
        <translation>Warten auf den ersten Schritt</translation>
    </message>
    <message>
        <source>Arrows move between examples from left to right, Page Up and Page Down by ten; Enter keeps the terms of one in view; Escape releases it.</source>
        <translation>Pfeiltasten gehen von links nach rechts von Beispiel zu Beispiel, Bild auf und Bild ab in Zehnern; Enter hält die Terme eines Beispiels fest; Escape gibt es frei.</translation>
    </message>
    <message>
        <source>Example {rows}, {to} of {count} from the left</source>
        <translation>Beispiel {rows}, {to} von {count} von links</translation>
    </message>
    <message>
        <source>regions: their number must be at most {limit}</source>
        <extracomment>Above this many regions, the mesh of a moving network takes too long.</extracomment>
        <translation>Regionen: ihre Anzahl darf höchstens {limit} sein</translation>
    </message>
    <message>
        <source>Arrows move a point and read the value there; plus and minus zoom, Home shows everything; Escape removes the point.</source>
        <translation>Pfeiltasten verschieben einen Punkt und lesen dort den Wert; Plus und Minus zoomen, Pos1 zeigt alles; Escape entfernt den Punkt.</translation>
    </message>
    <message>
        <source>class probabilities</source>
        <extracomment>Samples larger than this are drawn as a density.</extracomment>
        <translation>Klassenwahrscheinlichkeiten</translation>
    </message>
    <message>
        <source>colour</source>
        <translation>Farbe</translation>
    </message>
    <message>
        <source>function of x</source>
        <translation>Funktion von x</translation>
    </message>
    <message>
        <source>examples</source>
        <translation>Beispiele</translation>
    </message>
    <message>
        <source>class {number}</source>
        <translation>Klasse {number}</translation>
    </message>
    <message>
        <source>red {r}  green {g}  blue {b}</source>
        <translation>Rot {r}  Grün {g}  Blau {b}</translation>
    </message>
    <message>
        <source>Qt for the window</source>
        <extracomment>What the window is built on; the licence is used for packages that name none.</extracomment>
        <translation>Qt für das Fenster</translation>
    </message>
    <message>
        <source>charts, paths of many lines</source>
        <translation>Diagramme, Pfade aus vielen Linien</translation>
    </message>
    <message>
        <source>arrays</source>
        <translation>Arrays</translation>
    </message>
    <message>
        <source>fits and measurements</source>
        <translation>Anpassungen und Messungen</translation>
    </message>
    <message>
        <source>compiled kernels</source>
        <translation>kompilierte Kernel</translation>
    </message>
    <message>
        <source>the compiler behind numba</source>
        <translation>der Compiler hinter numba</translation>
    </message>
    <message>
        <source>contours</source>
        <translation>Höhenlinien</translation>
    </message>
    <message>
        <source>formulas</source>
        <translation>Formeln</translation>
    </message>
    <message>
        <source>animated pictures</source>
        <translation>bewegte Bilder</translation>
    </message>
    <message>
        <source>threads for array operations</source>
        <translation>Threads für Array-Operationen</translation>
    </message>
    <message>
        <source>the user&apos;s folders</source>
        <translation>die Ordner des Benutzers</translation>
    </message>
    <message>
        <source>Excel workbooks</source>
        <translation>Excel-Arbeitsmappen</translation>
    </message>
    <message>
        <source>the font Source Sans Pro</source>
        <translation>die Schrift Source Sans Pro</translation>
    </message>
    <message>
        <source>The digits are the test set of “Optical Recognition of Handwritten Digits” by E. Alpaydin and C. Kaynak, UCI Machine Learning Repository, 1998 (doi:10.24432/C50P49), under CC BY 4.0, as scikit-learn (BSD-3-Clause) ships it.</source>
        <extracomment>Data that ships with the program: what it is, where it comes from, its licence.</extracomment>
        <translation>Die Ziffern sind die Testmenge von „Optical Recognition of Handwritten Digits“ von E. Alpaydin und C. Kaynak, UCI Machine Learning Repository, 1998 (doi:10.24432/C50P49), unter CC BY 4.0, in der Fassung von scikit-learn (BSD-3-Clause).</translation>
    </message>
    <message>
        <source>not installed</source>
        <translation>nicht installiert</translation>
    </message>
    <message>
        <source>About Hyperfold</source>
        <translation>Über Hyperfold</translation>
    </message>
    <message>
        <source>Version {described}&lt;br&gt;A desktop laboratory in which you watch small neural networks learn.&lt;br&gt;Free software under the MIT licence.</source>
        <translation>Version {described}&lt;br&gt;Ein Labor für den Schreibtisch, in dem man kleinen neuronalen Netzen beim Lernen zusieht.&lt;br&gt;Freie Software unter der MIT-Lizenz.</translation>
    </message>
    <message>
        <source>Versions and licences</source>
        <translation>Versionen und Lizenzen</translation>
    </message>
    <message>
        <source>&lt;p&gt;Backend: {backend}&lt;br&gt;Python {python_version}, Qt {qVersion}, {platform}&lt;/p&gt;&lt;table&gt;{rows}&lt;/table&gt;&lt;p&gt;{DATA}&lt;/p&gt;</source>
        <translation>&lt;p&gt;Backend: {backend}&lt;br&gt;Python {python_version}, Qt {qVersion}, {platform}&lt;/p&gt;&lt;table&gt;{rows}&lt;/table&gt;&lt;p&gt;{DATA}&lt;/p&gt;</translation>
    </message>
    <message>
        <source>Something went wrong inside Hyperfold while {doing}.</source>
        <translation>In Hyperfold ist etwas schiefgegangen (beim {doing}).</translation>
    </message>
    <message>
        <source>Something went wrong inside Hyperfold.</source>
        <translation>In Hyperfold ist etwas schiefgegangen.</translation>
    </message>
    <message>
        <source>nowhere: the folder is not writable</source>
        <translation>nirgends: in den Ordner kann nicht geschrieben werden</translation>
    </message>
    <message>
        <source>This is a bug in Hyperfold, not a mistake of yours. Your run is unchanged; you can carry on or restart. The details below help to fix it; they are also in the log: {where}</source>
        <translation>Das ist ein Fehler in Hyperfold, kein Bedienfehler. Der Lauf ist unverändert; man kann weiterarbeiten oder neu starten. Die Einzelheiten unten helfen, ihn zu beheben; sie stehen auch im Protokoll: {where}</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>Einzelheiten</translation>
    </message>
    <message>
        <source>Copy details</source>
        <translation>Einzelheiten kopieren</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>Kopiert</translation>
    </message>
    <message>
        <source>{name}: file not found</source>
        <translation>{name}: Datei nicht gefunden</translation>
    </message>
    <message>
        <source>Runs, scenes, lessons, tables and pictures</source>
        <translation>Läufe, Szenen, Lektionen, Tabellen und Bilder</translation>
    </message>
    <message>
        <source>All files</source>
        <translation>Alle Dateien</translation>
    </message>
    <message>
        <source>Couldn&apos;t open this.</source>
        <translation>Das ließ sich nicht öffnen.</translation>
    </message>
    <message>
        <source>weights of {name}</source>
        <translation>Gewichte aus {name}</translation>
    </message>
    <message>
        <source>Save run</source>
        <translation>Lauf speichern</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>Saved as {name}</source>
        <translation>Gespeichert als {name}</translation>
    </message>
    <message>
        <source>Couldn&apos;t save this run.</source>
        <translation>Dieser Lauf ließ sich nicht speichern.</translation>
    </message>
    <message>
        <source>a scene as text must have at most {MOST_ROWS} rows, got {count}; save a run file instead</source>
        <translation>eine Szene als Text darf höchstens {MOST_ROWS} Zeilen haben, es sind {count}; stattdessen eine Laufdatei speichern</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>Fenster</translation>
    </message>
    <message>
        <source>Pictures</source>
        <translation>Bilder</translation>
    </message>
    <message>
        <source>Couldn&apos;t save this picture.</source>
        <translation>Dieses Bild ließ sich nicht speichern.</translation>
    </message>
    <message>
        <source>Exported as {name}</source>
        <translation>Exportiert als {name}</translation>
    </message>
    <message>
        <source>Export {title}</source>
        <translation>{title} exportieren</translation>
    </message>
    <message>
        <source>Couldn&apos;t export these numbers.</source>
        <translation>Diese Zahlen ließen sich nicht exportieren.</translation>
    </message>
    <message>
        <source>Scenes</source>
        <translation>Szenen</translation>
    </message>
    <message>
        <source>Scenes by topic</source>
        <translation>Szenen nach Thema</translation>
    </message>
    <message>
        <source>Layout</source>
        <translation>Anordnung</translation>
    </message>
    <message>
        <source>Layout {title}</source>
        <translation>Anordnung {title}</translation>
    </message>
    <message>
        <source>Scene {title}</source>
        <translation>Szene {title}</translation>
    </message>
    <message>
        <source>play or pause</source>
        <translation>abspielen oder anhalten</translation>
    </message>
    <message>
        <source>train one step, ten steps</source>
        <translation>einen Schritt trainieren, zehn Schritte</translation>
    </message>
    <message>
        <source>replay the recorded steps at the set pace, or stop</source>
        <translation>die aufgezeichneten Schritte im eingestellten Tempo wiedergeben, oder anhalten</translation>
    </message>
    <message>
        <source>rewind with the same initial weights; new seed</source>
        <translation>zurückspulen mit denselben Anfangsgewichten; neuer Startwert</translation>
    </message>
    <message>
        <source>flat out, or back to the set pace</source>
        <translation>volles Tempo, oder zurück zum eingestellten</translation>
    </message>
    <message>
        <source>compare with a second run</source>
        <translation>mit einem zweiten Lauf vergleichen</translation>
    </message>
    <message>
        <source>enlarge a view, press again to go back: {views}</source>
        <translation>eine Ansicht vergrößern, noch einmal drücken führt zurück: {views}</translation>
    </message>
    <message>
        <source>layouts; reset the layout</source>
        <translation>Anordnungen; Anordnung zurücksetzen</translation>
    </message>
    <message>
        <source>undo, redo</source>
        <translation>rückgängig, wiederholen</translation>
    </message>
    <message>
        <source>draw points over the output, or stop</source>
        <translation>Punkte über die Ausgabe zeichnen, oder aufhören</translation>
    </message>
    <message>
        <source>open a file; save the run; export a picture</source>
        <translation>Datei öffnen; Lauf speichern; Bild exportieren</translation>
    </message>
    <message>
        <source>copy the scene as text; open what was copied</source>
        <translation>Szene als Text kopieren; öffnen, was kopiert wurde</translation>
    </message>
    <message>
        <source>light or dark; larger, smaller</source>
        <translation>hell oder dunkel; größer, kleiner</translation>
    </message>
    <message>
        <source>hide or show the controls</source>
        <translation>Steuerung aus- oder einblenden</translation>
    </message>
    <message>
        <source>presentation; full screen</source>
        <translation>Vorführung; Vollbild</translation>
    </message>
    <message>
        <source>this help; lessons; the menu</source>
        <translation>diese Hilfe; Lektionen; das Menü</translation>
    </message>
    <message>
        <source>the gallery of scenes, and the layouts</source>
        <translation>die Galerie der Szenen und die Anordnungen</translation>
    </message>
    <message>
        <source>leave a field or a view; leave full screen; return to the newest step</source>
        <translation>ein Feld oder eine Ansicht verlassen; Vollbild verlassen; zum neuesten Schritt zurückkehren</translation>
    </message>
    <message>
        <source>Tab, Shift+Tab</source>
        <extracomment>Keys of the part that has the keyboard.</extracomment>
        <translation>Tab, Umschalt+Tab</translation>
    </message>
    <message>
        <source>next or previous control; the focused one is framed</source>
        <translation>nächstes oder voriges Bedienelement; das ausgewählte ist umrahmt</translation>
    </message>
    <message>
        <source>arrows move between units, Enter opens one with its weights; Shift+↑, Shift+↓ move between its links, Delete cuts one; C connects two layers</source>
        <translation>Pfeiltasten gehen von Einheit zu Einheit, Enter öffnet eine mit ihren Gewichten; Umschalt+↑, Umschalt+↓ gehen durch ihre Verbindungen, Entf kappt eine; C verbindet zwei Schichten</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>Zeitleiste</translation>
    </message>
    <message>
        <source>←, → go back and forward; Page Up, Page Down by a tenth; End: newest step</source>
        <translation>←, → gehen zurück und vor; Bild auf, Bild ab um ein Zehntel; Ende: neuester Schritt</translation>
    </message>
    <message>
        <source>Warp</source>
        <translation>Verformung</translation>
    </message>
    <message>
        <source>on the slider ←, → go through the layers, on the small ones from layer to layer; on the picture Ctrl and arrows turn it, + and − zoom</source>
        <translation>auf dem Schieber gehen ←, → durch die Schichten, auf den kleinen von Schicht zu Schicht; auf dem Bild drehen es Strg und Pfeiltasten, + und − zoomen</translation>
    </message>
    <message>
        <source>Output, Regions</source>
        <translation>Ausgabe, Regionen</translation>
    </message>
    <message>
        <source>arrows move a point and read it, + and − zoom, Home shows everything; Enter pins a region, or draws</source>
        <translation>Pfeiltasten verschieben einen Punkt und lesen ihn ab, + und − zoomen, Pos1 zeigt alles; Enter heftet eine Region an oder zeichnet</translation>
    </message>
    <message>
        <source>Saturation</source>
        <translation>Sättigung</translation>
    </message>
    <message>
        <source>arrows move between examples, Enter keeps one</source>
        <translation>Pfeiltasten gehen von Beispiel zu Beispiel, Enter hält eines fest</translation>
    </message>
    <message>
        <source>Numbers</source>
        <translation>Zahlen</translation>
    </message>
    <message>
        <source>↑, ↓ change them, Enter accepts what you typed</source>
        <translation>↑, ↓ ändern sie, Enter übernimmt die Eingabe</translation>
    </message>
    <message>
        <source>Walk</source>
        <translation>Rechenweg</translation>
    </message>
    <message>
        <source>←, → move between nodes</source>
        <translation>←, → gehen von Knoten zu Knoten</translation>
    </message>
    <message>
        <source>Landscape</source>
        <translation>Landschaft</translation>
    </message>
    <message>
        <source>arrows move a point and read the loss there, or turn the surface; Enter moves the weights there, + and − zoom, Home shows everything</source>
        <translation>Pfeiltasten verschieben einen Punkt und lesen dort den Verlust oder drehen die Fläche; Enter setzt die Gewichte dorthin, + und − zoomen, Pos1 zeigt alles</translation>
    </message>
    <message>
        <source>Ask</source>
        <translation>Befragen</translation>
    </message>
    <message>
        <source>on the pad arrows move the pen, Enter puts it down or lifts it, Backspace undoes a stroke, Delete clears the pad</source>
        <translation>auf dem Zeichenfeld bewegen Pfeiltasten den Stift, Enter setzt ihn auf oder hebt ihn ab, die Rücktaste nimmt einen Strich zurück, Entf leert das Feld</translation>
    </message>
    <message>
        <source>Grid</source>
        <translation>Raster</translation>
    </message>
    <message>
        <source>arrows move between networks, Enter opens one as A, Shift+Enter as B</source>
        <translation>Pfeiltasten gehen von Netz zu Netz, Enter öffnet eines als A, Umschalt+Enter als B</translation>
    </message>
    <message>
        <source>Experiments</source>
        <extracomment>Settings that a run file stores with the experiment itself.</extracomment>
        <translation>Experimente</translation>
    </message>
    <message>
        <source>on the chart arrows move between runs, Enter opens one as A</source>
        <translation>im Diagramm gehen Pfeiltasten von Lauf zu Lauf, Enter öffnet einen als A</translation>
    </message>
    <message>
        <source>
&lt;h3&gt;Watching a network learn&lt;/h3&gt;
&lt;p&gt;Press play. Every view shows the same moment of the same run: the network with each
unit drawn as a picture of its value over the plane, the output, and the curves of the
loss.&lt;/p&gt;
&lt;p&gt;Everything on the left changes the run while it learns. Drag a number sideways, type
it, or use its slider; rest the mouse on a name to see its formula. Undo reverts any
change.&lt;/p&gt;
&lt;p&gt;Drag the timeline to look back: every view shows that step. Press play there and
training continues from it.&lt;/p&gt;
&lt;h3&gt;Keys&lt;/h3&gt;
</source>
        <translation>
&lt;h3&gt;Einem Netz beim Lernen zusehen&lt;/h3&gt;
&lt;p&gt;Auf Abspielen drücken. Jede Ansicht zeigt denselben Moment desselben Laufs: das Netz, in dem
jede Einheit als Bild ihres Werts über der Ebene gezeichnet ist, die Ausgabe und die Kurven
des Verlusts.&lt;/p&gt;
&lt;p&gt;Alles auf der linken Seite verändert den Lauf, während er lernt. Eine Zahl seitwärts ziehen,
eintippen oder mit dem Schieber einstellen; die Maus auf einem Namen zeigt seine Formel. Rückgängig
nimmt jede Änderung zurück.&lt;/p&gt;
&lt;p&gt;Auf der Zeitleiste ziehen, um zurückzublicken: Jede Ansicht zeigt diesen Schritt. Abspielen setzt
das Training von dort fort.&lt;/p&gt;
&lt;h3&gt;Tasten&lt;/h3&gt;
</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>Hilfe</translation>
    </message>
    <message>
        <source>Without a mouse</source>
        <translation>Ohne Maus</translation>
    </message>
    <message>
        <source>{count} pictures</source>
        <translation>{count} Bilder</translation>
    </message>
    <message>
        <source>Pasted data</source>
        <translation>Eingefügte Daten</translation>
    </message>
    <message>
        <source>Pasted picture</source>
        <translation>Eingefügtes Bild</translation>
    </message>
    <message>
        <source>{title}: sides</source>
        <translation>{title}: Seiten</translation>
    </message>
    <message>
        <source>be 2 pixels or more</source>
        <translation>mindestens 2 Pixel haben</translation>
    </message>
    <message>
        <source>Own data</source>
        <translation>Eigene Daten</translation>
    </message>
    <message>
        <source>There is no scene, table or picture on the clipboard</source>
        <translation>In der Zwischenablage ist weder eine Szene noch eine Tabelle noch ein Bild</translation>
    </message>
    <message>
        <source>The clipboard has neither a scene nor a table: {error}</source>
        <translation>In der Zwischenablage ist weder eine Szene noch eine Tabelle: {error}</translation>
    </message>
    <message>
        <source>The clipboard has no scene: {no_scene}</source>
        <translation>In der Zwischenablage ist keine Szene: {no_scene}</translation>
    </message>
    <message>
        <source>left at step {step}, ran on to step {last}</source>
        <translation>verlassen bei Schritt {step}, lief weiter bis Schritt {last}</translation>
    </message>
    <message>
        <source>loss {losses}; click to continue there</source>
        <translation>Verlust {losses}; ein Klick setzt dort fort</translation>
    </message>
    <message>
        <source>Layouts</source>
        <translation>Anordnungen</translation>
    </message>
    <message>
        <source>Overview</source>
        <extracomment>Raised when panes are added or renamed: an older saved arrangement is dropped.</extracomment>
        <translation>Überblick</translation>
    </message>
    <message>
        <source>Everything at a glance.</source>
        <translation>Alles auf einen Blick.</translation>
    </message>
    <message>
        <source>Folding</source>
        <translation>Falten</translation>
    </message>
    <message>
        <source>How the layers transform the plane.</source>
        <translation>Wie die Schichten die Ebene verformen.</translation>
    </message>
    <message>
        <source>Regions</source>
        <extracomment>The position of a button that follows a sentence in the middle of the pane.</extracomment>
        <translation>Regionen</translation>
    </message>
    <message>
        <source>The linear regions that the folds create.</source>
        <translation>Die linearen Regionen, die durch das Falten entstehen.</translation>
    </message>
    <message>
        <source>Learning</source>
        <translation>Lernen</translation>
    </message>
    <message>
        <source>Gradients, saturation and loss.</source>
        <translation>Gradienten, Sättigung und Verlust.</translation>
    </message>
    <message>
        <source>One example forward and backward, number by number.</source>
        <translation>Ein Beispiel vorwärts und rückwärts, Zahl für Zahl.</translation>
    </message>
    <message>
        <source>The loss around the weights, and the way down.</source>
        <translation>Der Verlust um die Gewichte herum und der Weg hinab.</translation>
    </message>
    <message>
        <source>Many seeds of one run at once.</source>
        <translation>Viele Startwerte eines Laufs auf einmal.</translation>
    </message>
    <message>
        <source>Settings varied, seeds repeated, results compared.</source>
        <translation>Einstellungen variiert, Startwerte wiederholt, Ergebnisse verglichen.</translation>
    </message>
    <message>
        <source>Ask the network your own questions.</source>
        <translation>Eigene Fragen an das Netz.</translation>
    </message>
    <message>
        <source>Save “{title}” before closing?</source>
        <extracomment>For this many seconds after the session announced its end, closing asks nothing.</extracomment>
        <translation>„{title}“ vor dem Schließen speichern?</translation>
    </message>
    <message>
        <source>Otherwise your changes and the training so far are lost.</source>
        <translation>Sonst gehen die Änderungen und das bisherige Training verloren.</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Don’t save</source>
        <translation>Nicht speichern</translation>
    </message>
    <message>
        <source>The language changes the next time Hyperfold starts.</source>
        <extracomment>The panes&apos; shares of the desk before large type made them push each other; empty: those of the ready layout.</extracomment>
        <translation>Die Sprache wechselt beim nächsten Start von Hyperfold.</translation>
    </message>
    <message>
        <source>Undo {what}</source>
        <translation>Rückgängig: {what}</translation>
    </message>
    <message>
        <source>Redo {what}</source>
        <translation>Wiederholen: {what}</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>Wiederholen</translation>
    </message>
    <message>
        <source>Menu</source>
        <translation>Menü</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>Bearbeiten</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergleichen</translation>
    </message>
    <message>
        <source>Open …</source>
        <translation>Öffnen …</translation>
    </message>
    <message>
        <source>Open scene</source>
        <translation>Szene öffnen</translation>
    </message>
    <message>
        <source>Open recent</source>
        <translation>Zuletzt geöffnet</translation>
    </message>
    <message>
        <source>Autosaved runs …</source>
        <translation>Gesicherte Läufe …</translation>
    </message>
    <message>
        <source>Save run as …</source>
        <translation>Lauf speichern unter …</translation>
    </message>
    <message>
        <source>Export picture …</source>
        <translation>Bild exportieren …</translation>
    </message>
    <message>
        <source>Export film …</source>
        <translation>Film exportieren …</translation>
    </message>
    <message>
        <source>Export numbers</source>
        <translation>Zahlen exportieren</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Beenden</translation>
    </message>
    <message>
        <source>No recent files</source>
        <translation>Keine zuletzt geöffneten Dateien</translation>
    </message>
    <message>
        <source>Copy scene as text</source>
        <translation>Szene als Text kopieren</translation>
    </message>
    <message>
        <source>Paste</source>
        <translation>Einfügen</translation>
    </message>
    <message>
        <source>Play or pause</source>
        <translation>Abspielen oder anhalten</translation>
    </message>
    <message>
        <source>One step</source>
        <translation>Ein Schritt</translation>
    </message>
    <message>
        <source>Ten steps</source>
        <translation>Zehn Schritte</translation>
    </message>
    <message>
        <source>Rewind</source>
        <translation>Zurückspulen</translation>
    </message>
    <message>
        <source>New seed</source>
        <translation>Neuer Startwert</translation>
    </message>
    <message>
        <source>Replay the recorded steps</source>
        <translation>Aufgezeichnete Schritte wiedergeben</translation>
    </message>
    <message>
        <source>Flat out, or back to the set pace</source>
        <translation>Volles Tempo, oder zurück zum eingestellten</translation>
    </message>
    <message>
        <source>Compare A and B …</source>
        <translation>A und B vergleichen …</translation>
    </message>
    <message>
        <source>Reset layout</source>
        <translation>Anordnung zurücksetzen</translation>
    </message>
    <message>
        <source>Gallery of scenes …</source>
        <translation>Galerie der Szenen …</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>Farbschema</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Sprache</translation>
    </message>
    <message>
        <source>Light or dark</source>
        <translation>Hell oder dunkel</translation>
    </message>
    <message>
        <source>Reduce motion</source>
        <translation>Weniger Bewegung</translation>
    </message>
    <message>
        <source>Controls</source>
        <translation>Steuerung</translation>
    </message>
    <message>
        <source>Full screen</source>
        <translation>Vollbild</translation>
    </message>
    <message>
        <source>Presentation</source>
        <translation>Vorführung</translation>
    </message>
    <message>
        <source>Follow the system</source>
        <translation>Wie das System</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Hell</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Dunkel</translation>
    </message>
    <message>
        <source>Larger</source>
        <translation>Größer</translation>
    </message>
    <message>
        <source>Smaller</source>
        <translation>Kleiner</translation>
    </message>
    <message>
        <source>Show log</source>
        <translation>Protokoll zeigen</translation>
    </message>
    <message>
        <source>Keep this run as B</source>
        <translation>Diesen Lauf als B behalten</translation>
    </message>
    <message>
        <source>Train B beside A with</source>
        <translation>B neben A trainieren mit</translation>
    </message>
    <message>
        <source>Swap A and B</source>
        <translation>A und B tauschen</translation>
    </message>
    <message>
        <source>Close B</source>
        <translation>B schließen</translation>
    </message>
    <message>
        <source>Another seed</source>
        <translation>Anderer Startwert</translation>
    </message>
    <message>
        <source>Learning rate {rate}</source>
        <translation>Lernrate {rate}</translation>
    </message>
    <message>
        <source>Another activation function</source>
        <translation>Andere Aktivierungsfunktion</translation>
    </message>
    <message>
        <source>Another output unit, loss</source>
        <translation>Andere Ausgabeeinheit, anderer Verlust</translation>
    </message>
    <message>
        <source>Another method</source>
        <translation>Anderes Verfahren</translation>
    </message>
    <message>
        <source>Other initial weights</source>
        <translation>Andere Anfangsgewichte</translation>
    </message>
    <message>
        <source>{title}: settings</source>
        <translation>{title}: Einstellungen</translation>
    </message>
    <message>
        <source>Settings of this view.</source>
        <translation>Einstellungen dieser Ansicht.</translation>
    </message>
    <message>
        <source>Couldn&apos;t write this file.</source>
        <translation>Diese Datei ließ sich nicht schreiben.</translation>
    </message>
    <message>
        <source>{title} can&apos;t be drawn at the moment. Training continues, and the view tries again after the next change.
The details are in the log (Help ▸ Show log).</source>
        <translation>{title} kann gerade nicht gezeichnet werden. Das Training läuft weiter, und die Ansicht versucht es nach der nächsten Änderung wieder.
Die Einzelheiten stehen im Protokoll (Hilfe ▸ Protokoll zeigen).</translation>
    </message>
    <message>
        <source>Enlarge</source>
        <translation>Vergrößern</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>{count} runs were saved. The latest is {kept}.</source>
        <translation>{count} Läufe wurden gesichert. Der neueste ist {kept}.</translation>
    </message>
    <message>
        <source>Your last run was saved: {kept}.</source>
        <translation>Der letzte Lauf wurde gesichert: {kept}.</translation>
    </message>
    <message>
        <source>Show autosaved runs</source>
        <translation>Gesicherte Läufe zeigen</translation>
    </message>
    <message>
        <source>Reopen it</source>
        <translation>Wieder öffnen</translation>
    </message>
    <message>
        <source>Hyperfold closed unexpectedly. {words}</source>
        <translation>Hyperfold wurde unerwartet beendet. {words}</translation>
    </message>
    <message>
        <source>A network is learning. Space pauses it, the timeline below looks back, a click on a unit or a link opens it, and everything on the left changes it while it learns.</source>
        <translation>Ein Netz lernt. Die Leertaste hält es an, die Zeitleiste unten blickt zurück, ein Klick auf eine Einheit oder Verbindung öffnet sie, und alles links verändert das Netz, während es lernt.</translation>
    </message>
    <message>
        <source>Training blew up at step {step}: the {what} of layer {layer} overflowed. What you see is the last state that was still finite. A smaller learning rate usually helps.</source>
        <translation>Das Training ist bei Schritt {step} entgleist: Überlauf bei {what} in Schicht {layer}. Zu sehen ist der letzte noch endliche Zustand. Meist hilft eine kleinere Lernrate.</translation>
    </message>
    <message>
        <source>Couldn&apos;t autosave this run: {why}. Free some space or save it somewhere else.</source>
        <translation>Dieser Lauf konnte nicht automatisch gesichert werden: {why}. Bitte Platz schaffen oder ihn woanders speichern.</translation>
    </message>
    <message>
        <source>test {loss}</source>
        <translation>Test {loss}</translation>
    </message>
    <message>
        <source>loss {values}</source>
        <translation>Verlust {values}</translation>
    </message>
    <message>
        <source>step {step} of {last}</source>
        <translation>Schritt {step} von {last}</translation>
    </message>
    <message>
        <source>step {step}   {losses}</source>
        <translation>Schritt {step}   {losses}</translation>
    </message>
    <message>
        <source>Play</source>
        <translation>Abspielen</translation>
    </message>
    <message>
        <source>Continue training at the set pace.</source>
        <translation>Das Training im eingestellten Tempo fortsetzen.</translation>
    </message>
    <message>
        <source>Play from here</source>
        <translation>Von hier abspielen</translation>
    </message>
    <message>
        <source>Continue from this step. Later steps stay as a second lane.</source>
        <translation>Von diesem Schritt an weiter. Spätere Schritte bleiben als zweite Spur.</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Pause after the current step.</source>
        <translation>Nach dem laufenden Schritt anhalten.</translation>
    </message>
    <message>
        <source>Other future</source>
        <translation>Andere Zukunft</translation>
    </message>
    <message>
        <source>Continue where the run was before it branched; the current future becomes the second lane.</source>
        <translation>Dort weiter, wo der Lauf vor der Abzweigung war; die jetzige Zukunft wird die zweite Spur.</translation>
    </message>
    <message>
        <source>From the step shown, or from the first, at the set pace. Nothing is trained.</source>
        <translation>Vom gezeigten Schritt an, oder vom ersten, im eingestellten Tempo. Es wird nichts trainiert.</translation>
    </message>
    <message>
        <source>Stop the replay</source>
        <translation>Wiedergabe anhalten</translation>
    </message>
    <message>
        <source>Stay at the step shown.</source>
        <translation>Beim gezeigten Schritt bleiben.</translation>
    </message>
    <message>
        <source>Back to the newest step</source>
        <translation>Zurück zum neuesten Schritt</translation>
    </message>
    <message>
        <source>Stop looking back; nothing changes.</source>
        <translation>Nicht mehr zurückblicken; nichts ändert sich.</translation>
    </message>
    <message>
        <source>Step shown, and newest step</source>
        <translation>Gezeigter und neuester Schritt</translation>
    </message>
    <message>
        <source>{step} of {last}</source>
        <translation>{step} von {last}</translation>
    </message>
    <message>
        <source>Pace</source>
        <translation>Tempo</translation>
    </message>
    <message>
        <source>Training steps per second. At the right end training runs flat out.</source>
        <translation>Trainingsschritte pro Sekunde. Ganz rechts läuft das Training mit vollem Tempo.</translation>
    </message>
    <message>
        <source>F for flat out</source>
        <translation>F für volles Tempo</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Train one step and pause.</source>
        <translation>Einen Schritt trainieren und anhalten.</translation>
    </message>
    <message>
        <source>Back to step 0 with the same initial weights.</source>
        <translation>Zurück zu Schritt 0 mit denselben Anfangsgewichten.</translation>
    </message>
    <message>
        <source>Back to step 0 with new initial weights.</source>
        <translation>Zurück zu Schritt 0 mit neuen Anfangsgewichten.</translation>
    </message>
    <message>
        <source>Keep the current run as B, or train a second one beside it.</source>
        <translation>Den jetzigen Lauf als B behalten oder einen zweiten daneben trainieren.</translation>
    </message>
    <message>
        <source>Show or hide the left panel.</source>
        <translation>Die linke Leiste zeigen oder verbergen.</translation>
    </message>
    <message>
        <source>All scenes with pictures, and the layouts.</source>
        <translation>Alle Szenen mit Bildern und die Anordnungen.</translation>
    </message>
    <message>
        <source>Learn by doing, step by step.</source>
        <translation>Lernen durch Tun, Schritt für Schritt.</translation>
    </message>
    <message>
        <source>Dark theme</source>
        <translation>Dunkles Farbschema</translation>
    </message>
    <message>
        <source>Switch to light text on a dark background.</source>
        <translation>Zu heller Schrift auf dunklem Grund wechseln.</translation>
    </message>
    <message>
        <source>Files, layouts, settings and help.</source>
        <translation>Dateien, Anordnungen, Einstellungen und Hilfe.</translation>
    </message>
    <message>
        <source>One step is one update from one minibatch.</source>
        <translation>Ein Schritt ist eine Aktualisierung mit einem Minibatch.</translation>
    </message>
    <message>
        <source>epoch</source>
        <translation>Epoche</translation>
    </message>
    <message>
        <source>Epoch</source>
        <translation>Epoche</translation>
    </message>
    <message>
        <source>How many times every training point has been used.</source>
        <translation>Wie oft jeder Trainingspunkt verwendet wurde.</translation>
    </message>
    <message>
        <source>loss</source>
        <translation>Verlust</translation>
    </message>
    <message>
        <source>Training loss</source>
        <translation>Trainingsverlust</translation>
    </message>
    <message>
        <source>Mean loss over the training points, without penalties.</source>
        <translation>Mittlerer Verlust über die Trainingspunkte, ohne Strafterme.</translation>
    </message>
    <message>
        <source>train</source>
        <translation>Training</translation>
    </message>
    <message>
        <source>Training accuracy</source>
        <translation>Trainingsgenauigkeit</translation>
    </message>
    <message>
        <source>Share of training points predicted correctly.</source>
        <translation>Anteil der richtig vorhergesagten Trainingspunkte.</translation>
    </message>
    <message>
        <source>test loss</source>
        <translation>Testverlust</translation>
    </message>
    <message>
        <source>Test loss</source>
        <translation>Testverlust</translation>
    </message>
    <message>
        <source>Mean loss over points that training never saw.</source>
        <translation>Mittlerer Verlust über Punkte, die das Training nie gesehen hat.</translation>
    </message>
    <message>
        <source>test</source>
        <extracomment>The latest result of `_nearest`, with its arguments.</extracomment>
        <translation>Test</translation>
    </message>
    <message>
        <source>Test accuracy</source>
        <translation>Testgenauigkeit</translation>
    </message>
    <message>
        <source>Share of test points predicted correctly.</source>
        <translation>Anteil der richtig vorhergesagten Testpunkte.</translation>
    </message>
    <message>
        <source>regions</source>
        <translation>Regionen</translation>
    </message>
    <message>
        <source>Linear regions</source>
        <translation>Lineare Regionen</translation>
    </message>
    <message>
        <source>Pieces on which the network is linear, in the problem&apos;s box (outlined in Regions).</source>
        <translation>Stücke, auf denen das Netz linear ist, im Kasten des Problems (in Regionen umrandet).</translation>
    </message>
    <message>
        <source>backend</source>
        <translation>Backend</translation>
    </message>
    <message>
        <source>Backend</source>
        <translation>Backend</translation>
    </message>
    <message>
        <source>What computes the training steps: compiled kernels, or the reference engine until they are ready.</source>
        <translation>Was die Trainingsschritte rechnet: kompilierte Kernel, oder die Referenz-Engine, bis sie bereit sind.</translation>
    </message>
    <message>
        <source>reference</source>
        <translation>Referenz</translation>
    </message>
    <message>
        <source>flat out</source>
        <translation>volles Tempo</translation>
    </message>
    <message>
        <source>{pace} steps/s</source>
        <translation>{pace} Schritte/s</translation>
    </message>
    <message>
        <source>1 step/s</source>
        <translation>1 Schritt/s</translation>
    </message>
    <message>
        <source>Pace, {text}</source>
        <translation>Tempo, {text}</translation>
    </message>
    <message>
        <source>Light theme</source>
        <translation>Helles Farbschema</translation>
    </message>
    <message>
        <source>Switch to dark text on a light background.</source>
        <translation>Zu dunkler Schrift auf hellem Grund wechseln.</translation>
    </message>
    <message>
        <source>Rewind to last good</source>
        <translation>Zum letzten guten Stand</translation>
    </message>
    <message>
        <source>Halve the learning rate</source>
        <translation>Lernrate halbieren</translation>
    </message>
    <message>
        <source>The scene is on the clipboard</source>
        <translation>Die Szene ist in der Zwischenablage</translation>
    </message>
    <message>
        <source>Couldn&apos;t open the log. It&apos;s at {path}</source>
        <translation>Das Protokoll ließ sich nicht öffnen. Es liegt in {path}</translation>
    </message>
    <message>
        <source>Largest curvature over steps</source>
        <translation>Größte Krümmung über die Schritte</translation>
    </message>
    <message>
        <source>Measuring the largest eigenvalue of the Hessian …</source>
        <translation>Der größte Eigenwert der Hesse-Matrix wird gemessen …</translation>
    </message>
    <message>
        <source>The largest eigenvalue of the Hessian is not positive.</source>
        <translation>Der größte Eigenwert der Hesse-Matrix ist nicht positiv.</translation>
    </message>
    <message>
        <source>largest eigenvalue{run}</source>
        <translation>größter Eigenwert{run}</translation>
    </message>
    <message>
        <source>limit {label}</source>
        <translation>Grenze {label}</translation>
    </message>
    <message>
        <source>limit{run}</source>
        <translation>Grenze{run}</translation>
    </message>
    <message>
        <source>stability limit{run}</source>
        <translation>Stabilitätsgrenze{run}</translation>
    </message>
    <message>
        <source>Steps between measurements of curvature</source>
        <translation>Schritte zwischen zwei Messungen der Krümmung</translation>
    </message>
    <message>
        <source>The largest eigenvalue of the Hessian of J, measured every so many training steps by Lanczos iteration with exact Hessian-vector products.</source>
        <translation>Der größte Eigenwert der Hesse-Matrix von J, alle so viele Trainingsschritte mit dem Lanczos-Verfahren und exakten Hesse-Vektor-Produkten gemessen.</translation>
    </message>
    <message>
        <source>Measure now</source>
        <translation>Jetzt messen</translation>
    </message>
    <message>
        <source>Measure curvature now</source>
        <translation>Krümmung jetzt messen</translation>
    </message>
    <message>
        <source>every</source>
        <translation>alle</translation>
    </message>
    <message>
        <source>steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>‖∂J/∂W‖ by layer</source>
        <extracomment>What can be plotted: title, tab, series columns, column of `norms` (−1: none).</extracomment>
        <translation>‖∂J/∂W‖ je Schicht</translation>
    </message>
    <message>
        <source>‖∂J/∂b‖ by layer</source>
        <translation>‖∂J/∂b‖ je Schicht</translation>
    </message>
    <message>
        <source>‖∂loss/∂z‖ by layer</source>
        <translation>‖∂Verlust/∂z‖ je Schicht</translation>
    </message>
    <message>
        <source>‖ΔW‖/‖W‖ by layer</source>
        <translation>‖ΔW‖/‖W‖ je Schicht</translation>
    </message>
    <message>
        <source>Curvature</source>
        <translation>Krümmung</translation>
    </message>
    <message>
        <source>Gradients</source>
        <translation>Gradienten</translation>
    </message>
    <message>
        <source>Logarithmic norms</source>
        <translation>Normen logarithmisch</translation>
    </message>
    <message>
        <source>Logarithmic profile by depth</source>
        <translation>Profil nach Tiefe logarithmisch</translation>
    </message>
    <message>
        <source>Quantity over time</source>
        <translation>Größe über die Zeit</translation>
    </message>
    <message>
        <source>Largest Hessian eigenvalue against the optimiser&apos;s stability limit</source>
        <translation>Größter Eigenwert der Hesse-Matrix im Vergleich zur Stabilitätsgrenze des Optimierers</translation>
    </message>
    <message>
        <source>By layer, now</source>
        <translation>Je Schicht, jetzt</translation>
    </message>
    <message>
        <source>largest Hessian eigenvalue</source>
        <translation>größter Eigenwert der Hesse-Matrix</translation>
    </message>
    <message>
        <source>{quantity} · squares: whole sample</source>
        <translation>{quantity} · Quadrate: ganze Stichprobe</translation>
    </message>
    <message>
        <source>Profile by depth</source>
        <translation>Profil über die Tiefe</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>Gewichte</translation>
    </message>
    <message>
        <source>Gradients of W</source>
        <translation>Gradienten von W</translation>
    </message>
    <message>
        <source>Left and Right read a layer, Up and Down choose one, H hides or shows it, plus and minus zoom, Home fits, L changes between a linear and a logarithmic scale.</source>
        <translation>Links und Rechts lesen eine Schicht ab, Auf und Ab wählen eine, H blendet sie aus oder ein, Plus und Minus zoomen, Pos1 zeigt alles, L wechselt zwischen linearer und logarithmischer Skala.</translation>
    </message>
    <message>
        <source>Gradient profile by depth</source>
        <translation>Gradientenprofil über die Tiefe</translation>
    </message>
    <message>
        <source>σ {typical}, max {largest}</source>
        <translation>σ {typical}, max {largest}</translation>
    </message>
    <message>
        <source>Draw something on the pad</source>
        <translation>Etwas auf das Zeichenfeld zeichnen</translation>
    </message>
    <message>
        <source>layer {i}, {count} units</source>
        <translation>Schicht {i}, {count} Einheiten</translation>
    </message>
    <message>
        <source>Gradient × input: what contributes to this value</source>
        <translation>Gradient × Eingabe: was zu diesem Wert beiträgt</translation>
    </message>
    <message>
        <source>Gradient × input: for {answer} against {rival}</source>
        <translation>Gradient × Eingabe: für {answer} gegen {rival}</translation>
    </message>
    <message>
        <source>Permutation importance: pause to measure it</source>
        <translation>Permutationswichtigkeit: zum Messen anhalten</translation>
    </message>
    <message>
        <source>Permutation: rise of the loss, {rows} examples</source>
        <translation>Permutation: Anstieg des Verlusts, {rows} Beispiele</translation>
    </message>
    <message>
        <source>, at step {step}</source>
        <translation>, bei Schritt {step}</translation>
    </message>
    <message>
        <source>among {looked} of {count} examples</source>
        <translation>unter {looked} von {count} Beispielen</translation>
    </message>
    <message>
        <source>inputs</source>
        <translation>Eingaben</translation>
    </message>
    <message>
        <source>layer {i}</source>
        <translation>Schicht {i}</translation>
    </message>
    <message>
        <source>layer 00</source>
        <translation>Schicht 00</translation>
    </message>
    <message>
        <source>class 00 0.000</source>
        <translation>Klasse 00 0.000</translation>
    </message>
    <message>
        <source>output</source>
        <translation>Ausgabe</translation>
    </message>
    <message>
        <source>shortcut {percent}</source>
        <translation>Abkürzung {percent}</translation>
    </message>
    <message>
        <source>gradient that reaches each layer, first to last</source>
        <translation>Gradient, der jede Schicht erreicht, von der ersten zur letzten</translation>
    </message>
    <message>
        <source>× {span} per layer; mean |φ′| {span2}; σ {span3}</source>
        <translation>× {span} je Schicht; mittleres |φ′| {span2}; σ {span3}</translation>
    </message>
    <message>
        <source>{low} to {high}</source>
        <translation>{low} bis {high}</translation>
    </message>
    <message>
        <source>; {between} of it comes back through shortcuts</source>
        <translation>; {between} davon kommen über Abkürzungen zurück</translation>
    </message>
    <message>
        <source>count</source>
        <translation>Anzahl</translation>
    </message>
    <message>
        <source>out</source>
        <translation>Ausg.</translation>
    </message>
    <message>
        <source>factor from the next layer</source>
        <translation>Faktor von der nächsten Schicht</translation>
    </message>
    <message>
        <source>mean |φ′|</source>
        <translation>mittleres |φ′|</translation>
    </message>
    <message>
        <source>typical σ</source>
        <translation>typisches σ</translation>
    </message>
    <message>
        <source>largest σ</source>
        <translation>größtes σ</translation>
    </message>
    <message>
        <source>through shortcuts</source>
        <translation>über Abkürzungen</translation>
    </message>
    <message>
        <source>to</source>
        <translation>bis</translation>
    </message>
    <message>
        <source>Gradient norms over steps</source>
        <translation>Gradientennormen über die Schritte</translation>
    </message>
    <message>
        <source>Press play to see gradients</source>
        <translation>Abspielen zeigt die Gradienten</translation>
    </message>
    <message>
        <source>layer {k}</source>
        <translation>Schicht {k}</translation>
    </message>
    <message>
        <source>layer {layer}</source>
        <translation>Schicht {layer}</translation>
    </message>
    <message>
        <source>Arrow keys move between networks, Enter opens one as run A, Shift+Enter as run B.</source>
        <extracomment>The colour of each fate, by the name that it has in a theme. Frames differ in their strokes too, because colour alone is not enough.</extracomment>
        <translation>Pfeiltasten gehen von Netz zu Netz, Enter öffnet eines als Lauf A, Umschalt und Enter als Lauf B.</translation>
    </message>
    <message>
        <source>Networks of the grid</source>
        <translation>Netze des Rasters</translation>
    </message>
    <message>
        <source>solved after {steps} steps</source>
        <translation>gelöst nach {steps} Schritten</translation>
    </message>
    <message>
        <source>{words} at step {steps_made}</source>
        <translation>{words} bei Schritt {steps_made}</translation>
    </message>
    <message>
        <source>Seed {seeds}: {words}</source>
        <translation>Startwert {seeds}: {words}</translation>
    </message>
    <message>
        <source>{count} sign patterns in the picture</source>
        <translation>{count} Vorzeichenmuster im Bild</translation>
    </message>
    <message>
        <source>Starting the networks …</source>
        <translation>Die Netze werden gestartet …</translation>
    </message>
    <message>
        <source>seed {seeds}</source>
        <translation>Startwert {seeds}</translation>
    </message>
    <message>
        <source>.
Click to open it as A, Shift-click for B.</source>
        <translation>.
Klick öffnet es als A, Umschalt+Klick als B.</translation>
    </message>
    <message>
        <source>loss {losses}</source>
        <translation>Verlust {losses}</translation>
    </message>
    <message>
        <source>, accuracy {shown_percent}</source>
        <translation>, Genauigkeit {shown_percent}</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>Ausgabe</translation>
    </message>
    <message>
        <source>Last layer&apos;s warp</source>
        <translation>Verformung der letzten Schicht</translation>
    </message>
    <message>
        <source>Loss curve</source>
        <translation>Verlustkurve</translation>
    </message>
    <message>
        <source>There is no hidden layer to warp the plane. Add one, or show the output.</source>
        <extracomment>Points along a side of a small picture during training, and when paused.</extracomment>
        <translation>Es gibt keine verborgene Schicht, die die Ebene verformt. Eine hinzufügen oder die Ausgabe zeigen.</translation>
    </message>
    <message>
        <source>Regions need a problem with two inputs. Show the output instead.</source>
        <translation>Regionen brauchen ein Problem mit zwei Eingaben. Stattdessen die Ausgabe zeigen.</translation>
    </message>
    <message>
        <source>Summary of the grid</source>
        <extracomment>A title, values, how to format one, and whether the scale is logarithmic.</extracomment>
        <translation>Zusammenfassung des Rasters</translation>
    </message>
    <message>
        <source>steps to goal</source>
        <translation>Schritte bis zum Ziel</translation>
    </message>
    <message>
        <source>no goal is set</source>
        <translation>kein Ziel gesetzt</translation>
    </message>
    <message>
        <source>{count} networks, median loss {median}</source>
        <translation>{count} Netze, Median des Verlusts {median}</translation>
    </message>
    <message>
        <source>{reached} of {count} reached the goal</source>
        <translation>{reached} von {count} haben das Ziel erreicht</translation>
    </message>
    <message>
        <source>{share} % (95 % interval {low}–{high} %)</source>
        <translation>{share} % (95-%-Intervall {low}–{high} %)</translation>
    </message>
    <message>
        <source>{title}: none yet</source>
        <translation>{title}: noch keine</translation>
    </message>
    <message>
        <source>{title}, median {median}</source>
        <translation>{title}, Median {median}</translation>
    </message>
    <message>
        <source>Arrows move a point and read the loss there; plus and minus zoom, Home shows everything; Enter moves the weights there, and the menu key opens a menu; Escape removes the point.</source>
        <translation>Pfeiltasten verschieben einen Punkt und lesen dort den Verlust; Plus und Minus zoomen, Pos1 zeigt alles; Enter setzt die Gewichte dorthin, und die Menütaste öffnet ein Menü; Escape entfernt den Punkt.</translation>
    </message>
    <message>
        <source>The landscape appears after the first step</source>
        <extracomment>α, β where the present weights are dragged to, and the number of the drag. A place (α, β) and a point on the screen: offer what can be done there.</extracomment>
        <translation>Die Landschaft erscheint nach dem ersten Schritt</translation>
    </message>
    <message>
        <source>Loss over a plane through weight space</source>
        <translation>Verlust über einer Ebene durch den Gewichtsraum</translation>
    </message>
    <message>
        <source>diverges</source>
        <translation>divergiert</translation>
    </message>
    <message>
        <source> on {rows} of {rows2} examples</source>
        <translation> an {rows} von {rows2} Beispielen</translation>
    </message>
    <message>
        <source>{away} from the current weights</source>
        <translation>{away} von den jetzigen Gewichten entfernt</translation>
    </message>
    <message>
        <source>{run}step {steps}: {name} {value}</source>
        <translation>{run}Schritt {steps}: {name} {value}</translation>
    </message>
    <message>
        <source>{off} off the plane</source>
        <translation>{off} neben der Ebene</translation>
    </message>
    <message>
        <source>on the plane here: {result}</source>
        <translation>auf der Ebene hier: {result}</translation>
    </message>
    <message>
        <source>on the plane</source>
        <translation>auf der Ebene</translation>
    </message>
    <message>
        <source>move on the landscape</source>
        <translation>auf der Landschaft bewegen</translation>
    </message>
    <message>
        <source>At this point</source>
        <translation>An diesem Punkt</translation>
    </message>
    <message>
        <source>Move the weights here</source>
        <translation>Gewichte hierher setzen</translation>
    </message>
    <message>
        <source>Start here</source>
        <translation>Hier beginnen</translation>
    </message>
    <message>
        <source>Race from here</source>
        <translation>Wettlauf von hier</translation>
    </message>
    <message>
        <source>Clear the race</source>
        <translation>Wettlauf löschen</translation>
    </message>
    <message>
        <source>Fix the plane</source>
        <translation>Ebene festhalten</translation>
    </message>
    <message>
        <source>Training continues, but the plane stays where it is, so that you can compare two optimisers on it. A dotted ring means that the weights are off the plane.</source>
        <translation>Das Training läuft weiter, aber die Ebene bleibt, wo sie ist; so lassen sich zwei Optimierer auf ihr vergleichen. Ein gepunkteter Ring heißt, dass die Gewichte neben der Ebene liegen.</translation>
    </message>
    <message>
        <source>Let the plane follow</source>
        <translation>Ebene mitführen</translation>
    </message>
    <message>
        <source>The plane passes through the current weights again.</source>
        <translation>Die Ebene geht wieder durch die jetzigen Gewichte.</translation>
    </message>
    <message>
        <source>Two directions through weight space. The picture shows the loss of every network on the plane they span.</source>
        <translation>Zwei Richtungen durch den Gewichtsraum. Das Bild zeigt den Verlust jedes Netzes auf der Ebene, die sie aufspannen.</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>Gerade</translation>
    </message>
    <message>
        <source>A straight line through weight space, and the loss along it.</source>
        <translation>Eine Gerade durch den Gewichtsraum und der Verlust entlang ihr.</translation>
    </message>
    <message>
        <source>SGD, momentum, Nesterov, RMSProp and Adam start at the current weights and train for a while on the true loss. Right-click the map to start a race elsewhere; the learning rates are in the pane&apos;s menu. Press again to clear it.</source>
        <translation>SGD, Momentum, Nesterov, RMSProp und Adam beginnen bei den jetzigen Gewichten und trainieren eine Weile mit dem wahren Verlust. Ein Rechtsklick auf die Karte startet den Wettlauf anderswo; die Lernraten stehen im Menü der Ansicht. Noch einmal drücken löscht ihn.</translation>
    </message>
    <message>
        <source>Choose the points</source>
        <translation>Punkte wählen</translation>
    </message>
    <message>
        <source>The plane goes through three points: snapshots of A or B, or of a saved run.</source>
        <translation>Die Ebene geht durch drei Punkte: Momentaufnahmen von A oder B oder eines gespeicherten Laufs.</translation>
    </message>
    <message>
        <source>Picture of the landscape</source>
        <translation>Bild der Landschaft</translation>
    </message>
    <message>
        <source>Loss</source>
        <extracomment>Fields of one layer that can be varied alone.</extracomment>
        <translation>Verlust</translation>
    </message>
    <message>
        <source>Accuracy</source>
        <translation>Genauigkeit</translation>
    </message>
    <message>
        <source>The weights are too large to measure how far apart they are</source>
        <translation>Die Gewichte sind zu groß, um ihren Abstand zu messen</translation>
    </message>
    <message>
        <source>There are no test examples. Choose the loss on training examples.</source>
        <translation>Es gibt keine Testbeispiele. Den Verlust auf Trainingsbeispielen wählen.</translation>
    </message>
    <message>
        <source>This problem has no classes, so there is no accuracy</source>
        <translation>Dieses Problem hat keine Klassen, also keine Genauigkeit</translation>
    </message>
    <message>
        <source>random until the weights have moved</source>
        <translation>zufällig, bis sich die Gewichte bewegt haben</translation>
    </message>
    <message>
        <source>Loss along a line through weight space</source>
        <translation>Verlust entlang einer Geraden durch den Gewichtsraum</translation>
    </message>
    <message>
        <source>From start to now</source>
        <translation>Vom Start bis jetzt</translation>
    </message>
    <message>
        <source>From A to B</source>
        <translation>Von A nach B</translation>
    </message>
    <message>
        <source>Along the gradient</source>
        <translation>Entlang des Gradienten</translation>
    </message>
    <message>
        <source>Along the sharpest direction</source>
        <translation>Entlang der schärfsten Richtung</translation>
    </message>
    <message>
        <source>The network has changed since the start</source>
        <translation>Das Netz hat sich seit dem Start geändert</translation>
    </message>
    <message>
        <source>The weights have not moved yet. Train a few steps first.</source>
        <translation>Die Gewichte haben sich noch nicht bewegt. Erst einige Schritte trainieren.</translation>
    </message>
    <message>
        <source>No barrier on the straight line from start to now</source>
        <translation>Keine Schwelle auf der Geraden vom Start bis jetzt</translation>
    </message>
    <message>
        <source>A barrier of {barrier} on the straight line: training went round it</source>
        <translation>Eine Schwelle von {barrier} auf der Geraden: Das Training ging um sie herum</translation>
    </message>
    <message>
        <source>fraction of the way</source>
        <translation>Anteil des Wegs</translation>
    </message>
    <message>
        <source>step {step}</source>
        <translation>Schritt {step}</translation>
    </message>
    <message>
        <source>There is no run B. Press B to train one beside this run.</source>
        <translation>Es gibt keinen Lauf B. B drücken, um einen neben diesem zu trainieren.</translation>
    </message>
    <message>
        <source>A and B are different networks, so no line joins their weights</source>
        <translation>A und B sind verschiedene Netze, daher verbindet keine Gerade ihre Gewichte</translation>
    </message>
    <message>
        <source>A and B have the same weights</source>
        <translation>A und B haben dieselben Gewichte</translation>
    </message>
    <message>
        <source>as they are</source>
        <translation>wie sie sind</translation>
    </message>
    <message>
        <source>Barrier between A and B: {barrier}</source>
        <translation>Schwelle zwischen A und B: {barrier}</translation>
    </message>
    <message>
        <source>units matched</source>
        <translation>Einheiten zugeordnet</translation>
    </message>
    <message>
        <source>with B&apos;s units reordered to match A: {barrier}; distance {apart} → {left}</source>
        <translation>mit umgeordneten Einheiten von B, passend zu A: {barrier}; Abstand {apart} → {left}</translation>
    </message>
    <message>
        <source>now</source>
        <translation>jetzt</translation>
    </message>
    <message>
        <source>A step of η = {rate} is too long: the loss rises from {before} to {after}</source>
        <translation>Ein Schritt von η = {rate} ist zu lang: Der Verlust steigt von {before} auf {after}</translation>
    </message>
    <message>
        <source>on this line it is lowest at η = {best}</source>
        <translation>auf dieser Geraden ist er am kleinsten bei η = {best}</translation>
    </message>
    <message>
        <source>A step of η = {rate} takes the loss from {before} to {after}</source>
        <translation>Ein Schritt von η = {rate} bringt den Verlust von {before} auf {after}</translation>
    </message>
    <message>
        <source>lowest on this line at η = {best}</source>
        <translation>am kleinsten auf dieser Geraden bei η = {best}</translation>
    </message>
    <message>
        <source>for one plain step along the gradient of all examples</source>
        <translation>für einen einfachen Schritt entlang des Gradienten aller Beispiele</translation>
    </message>
    <message>
        <source>step size η</source>
        <translation>Schrittweite η</translation>
    </message>
    <message>
        <source>predicted by the slope</source>
        <translation>von der Steigung vorhergesagt</translation>
    </message>
    <message>
        <source>Largest curvature {curvature}</source>
        <translation>Größte Krümmung {curvature}</translation>
    </message>
    <message>
        <source> in A, {curvature} in B</source>
        <translation> in A, {curvature} in B</translation>
    </message>
    <message>
        <source>each along its own sharpest direction, relative to its current loss</source>
        <translation>jeder entlang seiner eigenen schärfsten Richtung, relativ zum jetzigen Verlust</translation>
    </message>
    <message>
        <source>there is no stability limit for this optimiser</source>
        <translation>für diesen Optimierer gibt es keine Stabilitätsgrenze</translation>
    </message>
    <message>
        <source>limit</source>
        <translation>Grenze</translation>
    </message>
    <message>
        <source>curvature {curvature}</source>
        <translation>Krümmung {curvature}</translation>
    </message>
    <message>
        <source>, above the limit {limit}: steps along it grow</source>
        <translation>, über der Grenze {limit}: Schritte entlang ihr wachsen</translation>
    </message>
    <message>
        <source>, below the limit {limit}: steps along it settle</source>
        <translation>, unter der Grenze {limit}: Schritte entlang ihr klingen ab</translation>
    </message>
    <message>
        <source>distance along the sharpest eigenvector</source>
        <translation>Abstand entlang des schärfsten Eigenvektors</translation>
    </message>
    <message>
        <source>Map</source>
        <translation>Karte</translation>
    </message>
    <message>
        <source>Surface</source>
        <translation>Fläche</translation>
    </message>
    <message>
        <source>Path: main directions</source>
        <translation>Weg: Hauptrichtungen</translation>
    </message>
    <message>
        <source>Random, unit by unit</source>
        <translation>Zufällig, Einheit für Einheit</translation>
    </message>
    <message>
        <source>Sharpest directions</source>
        <translation>Schärfste Richtungen</translation>
    </message>
    <message>
        <source>Gradient and momentum</source>
        <translation>Gradient und Momentum</translation>
    </message>
    <message>
        <source>Two single weights</source>
        <translation>Zwei einzelne Gewichte</translation>
    </message>
    <message>
        <source>Through three points</source>
        <translation>Durch drei Punkte</translation>
    </message>
    <message>
        <source>Height</source>
        <translation>Höhe</translation>
    </message>
    <message>
        <source>Keep the plane fixed during training</source>
        <translation>Ebene beim Training festhalten</translation>
    </message>
    <message>
        <source>Gradient as arrows</source>
        <translation>Gradient als Pfeile</translation>
    </message>
    <message>
        <source>Race of optimisers from the start</source>
        <translation>Wettlauf der Optimierer vom Start</translation>
    </message>
    <message>
        <source>Steps of a race</source>
        <translation>Schritte eines Wettlaufs</translation>
    </message>
    <message>
        <source>Draw</source>
        <translation>Ziehung</translation>
    </message>
    <message>
        <source>Seed of the random plane</source>
        <translation>Startwert der zufälligen Ebene</translation>
    </message>
    <message>
        <source>Weight on x</source>
        <translation>Gewicht auf x</translation>
    </message>
    <message>
        <source>Weight on the x axis</source>
        <translation>Gewicht auf der x-Achse</translation>
    </message>
    <message>
        <source>Weight on y</source>
        <translation>Gewicht auf y</translation>
    </message>
    <message>
        <source>Weight on the y axis</source>
        <translation>Gewicht auf der y-Achse</translation>
    </message>
    <message>
        <source>Take a point from a run</source>
        <translation>Einen Punkt aus einem Lauf nehmen</translation>
    </message>
    <message>
        <source>Runs (*.hyperfold)</source>
        <translation>Läufe (*.hyperfold)</translation>
    </message>
    <message>
        <source>, fixed</source>
        <translation>, festgehalten</translation>
    </message>
    <message>
        <source>the path&apos;s</source>
        <translation>des Wegs</translation>
    </message>
    <message>
        <source>both paths&apos;</source>
        <translation>beider Wege</translation>
    </message>
    <message>
        <source> · shows {share} of {whose} variance</source>
        <translation> · zeigt {share} der Varianz {whose}</translation>
    </message>
    <message>
        <source>now {here} off the plane</source>
        <translation>jetzt {here} neben der Ebene</translation>
    </message>
    <message>
        <source>First</source>
        <extracomment>The written name of other futures in points.</extracomment>
        <translation>Erster</translation>
    </message>
    <message>
        <source>Second</source>
        <translation>Zweiter</translation>
    </message>
    <message>
        <source>Third</source>
        <translation>Dritter</translation>
    </message>
    <message>
        <source>current weights</source>
        <translation>jetzige Gewichte</translation>
    </message>
    <message>
        <source>half-way</source>
        <translation>halber Weg</translation>
    </message>
    <message>
        <source>There is no run {run} to take a point from</source>
        <translation>Es gibt keinen Lauf {run}, aus dem ein Punkt zu nehmen wäre</translation>
    </message>
    <message>
        <source>Run {run} has a different network from A&apos;s: choose other points</source>
        <translation>Lauf {run} hat ein anderes Netz als A: andere Punkte wählen</translation>
    </message>
    <message>
        <source>{run} start</source>
        <translation>{run} Start</translation>
    </message>
    <message>
        <source>{run} step {step}</source>
        <translation>{run} Schritt {step}</translation>
    </message>
    <message>
        <source>Future {i}</source>
        <translation>Zukunft {i}</translation>
    </message>
    <message>
        <source>Points of the plane</source>
        <translation>Punkte der Ebene</translation>
    </message>
    <message>
        <source>{ordinal} point: {run}, {when}</source>
        <translation>{ordinal} Punkt: {run}, {when}</translation>
    </message>
    <message>
        <source>From a run file…</source>
        <translation>Aus einer Laufdatei …</translation>
    </message>
    <message>
        <source>Learning rates of the race</source>
        <translation>Lernraten des Wettlaufs</translation>
    </message>
    <message>
        <source>Learning rate of {title} in the race</source>
        <translation>Lernrate von {title} im Wettlauf</translation>
    </message>
    <message>
        <source>Arrows turn the surface; Home resets the view.</source>
        <translation>Pfeiltasten drehen die Fläche; Pos1 setzt die Sicht zurück.</translation>
    </message>
    <message>
        <source>Loss over a plane through weight space, as a surface</source>
        <translation>Verlust über einer Ebene durch den Gewichtsraum, als Fläche</translation>
    </message>
    <message>
        <source> to </source>
        <translation> bis </translation>
    </message>
    <message>
        <source>Logarithmic loss</source>
        <translation>Verlust logarithmisch</translation>
    </message>
    <message>
        <source>Logarithmic steps</source>
        <translation>Schritte logarithmisch</translation>
    </message>
    <message>
        <source>Spread of the minibatches</source>
        <translation>Streuung der Minibatches</translation>
    </message>
    <message>
        <source>Loss over steps</source>
        <translation>Verlust über die Schritte</translation>
    </message>
    <message>
        <source>test − train {test_loss}</source>
        <translation>Test − Training {test_loss}</translation>
    </message>
    <message>
        <source>Press play to see the loss</source>
        <translation>Abspielen zeigt den Verlust</translation>
    </message>
    <message>
        <source>Bias</source>
        <translation>Bias</translation>
    </message>
    <message>
        <source>Scale γ</source>
        <translation>Skala γ</translation>
    </message>
    <message>
        <source>Shift β</source>
        <translation>Verschiebung β</translation>
    </message>
    <message>
        <source>Dock the card</source>
        <translation>Karte andocken</translation>
    </message>
    <message>
        <source>Beside the views, so that it covers none. Drag the card, or press Alt and an arrow key, to move it.</source>
        <translation>Neben den Ansichten, sodass sie keine verdeckt. Die Karte ziehen, oder Alt und eine Pfeiltaste drücken, um sie zu verschieben.</translation>
    </message>
    <message>
        <source>Undock the card</source>
        <translation>Karte lösen</translation>
    </message>
    <message>
        <source>Over the window, below its unit.</source>
        <translation>Über dem Fenster, unter ihrer Einheit.</translation>
    </message>
    <message>
        <source>Value of the unit over the plane</source>
        <translation>Wert der Einheit über der Ebene</translation>
    </message>
    <message>
        <source>Unit</source>
        <translation>Einheit</translation>
    </message>
    <message>
        <source>Numbers of the unit</source>
        <translation>Zahlen der Einheit</translation>
    </message>
    <message>
        <source>Back to the network.</source>
        <translation>Zurück zum Netz.</translation>
    </message>
    <message>
        <source>Unit switched on</source>
        <translation>Einheit eingeschaltet</translation>
    </message>
    <message>
        <source>Unit on or off</source>
        <translation>Einheit ein oder aus</translation>
    </message>
    <message>
        <source>When off, later layers get nothing from the unit (ablation): links leaving it are cut, and sums skip it.</source>
        <translation>Ausgeschaltet erhalten spätere Schichten nichts von der Einheit (Ablation): ihre Verbindungen sind gekappt, und Summen lassen sie aus.</translation>
    </message>
    <message>
        <source>{words}, run {run}</source>
        <translation>{words}, Lauf {run}</translation>
    </message>
    <message>
        <source>centre</source>
        <translation>Zentrum</translation>
    </message>
    <message>
        <source>from</source>
        <translation>von</translation>
    </message>
    <message>
        <source>Slope below 0</source>
        <extracomment>What a vector of parameters has one number for. Vectors of parameters beside W and b, in memory order.</extracomment>
        <translation>Steigung unter 0</translation>
    </message>
    <message>
        <source>, row {row}</source>
        <translation>, Zeile {row}</translation>
    </message>
    <message>
        <source>Without it</source>
        <translation>Ohne sie</translation>
    </message>
    <message>
        <source>Off. With it again</source>
        <translation>Aus. Wieder mit ihr</translation>
    </message>
    <message>
        <source>Restore the link {words}</source>
        <translation>Verbindung {words} wiederherstellen</translation>
    </message>
    <message>
        <source>Restores its previous weight.</source>
        <translation>Stellt ihr voriges Gewicht wieder her.</translation>
    </message>
    <message>
        <source>Cut the link {words}</source>
        <translation>Verbindung {words} kappen</translation>
    </message>
    <message>
        <source>Its weight becomes 0 and stays 0.</source>
        <translation>Ihr Gewicht wird 0 und bleibt 0.</translation>
    </message>
    <message>
        <source>Units and weights of the network</source>
        <translation>Einheiten und Gewichte des Netzes</translation>
    </message>
    <message>
        <source>units {first}–{last} of {count}</source>
        <translation>Einheiten {first}–{last} von {count}</translation>
    </message>
    <message>
        <source>drag, or turn the wheel</source>
        <translation>ziehen oder das Mausrad drehen</translation>
    </message>
    <message>
        <source>drag to a later layer</source>
        <translation>zu einer späteren Schicht ziehen</translation>
    </message>
    <message>
        <source>← and → choose the layer</source>
        <translation>← und → wählen die Schicht</translation>
    </message>
    <message>
        <source>Enter connects, Esc cancels</source>
        <translation>Enter verbindet, Esc bricht ab</translation>
    </message>
    <message>
        <source>let go to connect</source>
        <translation>loslassen verbindet</translation>
    </message>
    <message>
        <source>Connect {start} with a later layer</source>
        <translation>{start} mit einer späteren Schicht verbinden</translation>
    </message>
    <message>
        <source>drag, or press C</source>
        <translation>ziehen, oder C drücken</translation>
    </message>
    <message>
        <source>the input</source>
        <extracomment>Row and column of W.</extracomment>
        <translation>die Eingabe</translation>
    </message>
    <message>
        <source>the output</source>
        <translation>die Ausgabe</translation>
    </message>
    <message>
        <source>layer {number}</source>
        <translation>Schicht {number}</translation>
    </message>
    <message>
        <source>{where} reads {what} too</source>
        <translation>{where} liest auch {what}</translation>
    </message>
    <message>
        <source>{where} reads only {what}</source>
        <translation>{where} liest nur {what}</translation>
    </message>
    <message>
        <source>Stop reading {what}</source>
        <translation>Nicht mehr lesen: {what}</translation>
    </message>
    <message>
        <source>The output layer can&apos;t add another layer</source>
        <translation>Die Ausgabeschicht kann keine Schicht addieren</translation>
    </message>
    <message>
        <source>Adding needs equal widths: {what} {units}, {where} {own}</source>
        <translation>Addieren braucht gleiche Breiten: {what} {units}, {where} {own}</translation>
    </message>
    <message>
        <source>Stop adding {what}</source>
        <translation>Nicht mehr addieren: {what}</translation>
    </message>
    <message>
        <source> instead of {layer_name}</source>
        <translation> statt {layer_name}</translation>
    </message>
    <message>
        <source>{where} adds {what}{instead}</source>
        <translation>{where} addiert {what}{instead}</translation>
    </message>
    <message>
        <source>{where} adds {what}</source>
        <translation>{where} addiert {what}</translation>
    </message>
    <message>
        <source>{where} reads {what}</source>
        <translation>{where} liest {what}</translation>
    </message>
    <message>
        <source>it reads nothing else</source>
        <translation>sie liest nichts anderes</translation>
    </message>
    <message>
        <source>right-click or Delete removes it</source>
        <translation>Rechtsklick oder Entf entfernt sie</translation>
    </message>
    <message>
        <source>{first}–{last} of {count}</source>
        <translation>{first}–{last} von {count}</translation>
    </message>
    <message>
        <source>Weight</source>
        <translation>Gewicht</translation>
    </message>
    <message>
        <source> of </source>
        <translation> von </translation>
    </message>
    <message>
        <source>click a unit to enlarge it, a link to edit its weight</source>
        <translation>Klick auf eine Einheit vergrößert sie, auf eine Verbindung ändert ihr Gewicht</translation>
    </message>
    <message>
        <source>swap A and B to change it</source>
        <translation>zum Ändern A und B tauschen</translation>
    </message>
    <message>
        <source>a kept run cannot be changed</source>
        <translation>ein behaltener Lauf lässt sich nicht ändern</translation>
    </message>
    <message>
        <source>Dock the unit card</source>
        <translation>Karte der Einheit andocken</translation>
    </message>
    <message>
        <source>Run in the network strip</source>
        <translation>Lauf in der Netzleiste</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>Schichten</translation>
    </message>
    <message>
        <source>What mattered</source>
        <translation>Was zählte</translation>
    </message>
    <message>
        <source>One column</source>
        <translation>Eine Spalte</translation>
    </message>
    <message>
        <source>Nearest</source>
        <translation>Nächste</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>Änderung</translation>
    </message>
    <message>
        <source>Hidden layers</source>
        <translation>Verborgene Schichten</translation>
    </message>
    <message>
        <source>One layer fewer</source>
        <translation>Eine Schicht weniger</translation>
    </message>
    <message>
        <source>Removes the last hidden layer.</source>
        <translation>Entfernt die letzte verborgene Schicht.</translation>
    </message>
    <message>
        <source>One layer more</source>
        <translation>Eine Schicht mehr</translation>
    </message>
    <message>
        <source>Adds a layer like the last one, before the output.</source>
        <translation>Fügt eine Schicht wie die letzte hinzu, vor der Ausgabe.</translation>
    </message>
    <message>
        <source>Load the book’s solution</source>
        <translation>Lösung des Buchs laden</translation>
    </message>
    <message>
        <source>The weights that solve XOR exactly.</source>
        <translation>Die Gewichte, die XOR exakt lösen.</translation>
    </message>
    <message>
        <source>Solve in closed form</source>
        <translation>In geschlossener Form lösen</translation>
    </message>
    <message>
        <source>The linear model needs no training: the normal equation gives its weights, with the L2 penalty as ridge.</source>
        <translation>Das lineare Modell braucht kein Training: Die Normalgleichung gibt seine Gewichte, mit der L2-Strafe als Ridge-Term.</translation>
    </message>
    <message>
        <source> · links at full width: ±{link_scale}</source>
        <translation> · Verbindungen voller Breite: ±{link_scale}</translation>
    </message>
    <message>
        <source>run {label} · {words}</source>
        <translation>Lauf {label} · {words}</translation>
    </message>
    <message>
        <source>the book’s solution loaded</source>
        <translation>Lösung des Buchs geladen</translation>
    </message>
    <message>
        <source>Solved in closed form</source>
        <translation>In geschlossener Form gelöst</translation>
    </message>
    <message>
        <source>The condition number tells how much errors in the data can be amplified in the weights. Ridge adds λ to every eigenvalue of XᵀX / n, so that none is smaller than λ, and the weights shrink as a whole.</source>
        <translation>Die Konditionszahl sagt, wie stark sich Fehler in den Daten auf die Gewichte verstärkt auswirken können. Ridge addiert λ zu jedem Eigenwert von XᵀX / n. So ist keiner kleiner als λ, und die Gewichte schrumpfen insgesamt.</translation>
    </message>
    <message>
        <source>solved in closed form</source>
        <translation>in geschlossener Form gelöst</translation>
    </message>
    <message>
        <source>The new weights start at 0, so nothing changes yet.</source>
        <translation>Die neuen Gewichte beginnen bei 0, es ändert sich also noch nichts.</translation>
    </message>
    <message>
        <source>Reads</source>
        <translation>Liest</translation>
    </message>
    <message>
        <source>Adds</source>
        <translation>Addiert</translation>
    </message>
    <message>
        <source>Links</source>
        <translation>Verbindungen</translation>
    </message>
    <message>
        <source>Nothing</source>
        <translation>Nichts</translation>
    </message>
    <message>
        <source>1 unit</source>
        <translation>1 Einheit</translation>
    </message>
    <message>
        <source>{count} units</source>
        <translation>{count} Einheiten</translation>
    </message>
    <message>
        <source>output for {class_name}</source>
        <translation>Ausgabe für {class_name}</translation>
    </message>
    <message>
        <source>output {label}</source>
        <translation>Ausgabe {label}</translation>
    </message>
    <message>
        <source>layer {column}, unit {unit}</source>
        <translation>Schicht {column}, Einheit {unit}</translation>
    </message>
    <message>
        <source>weight</source>
        <translation>Gewicht</translation>
    </message>
    <message>
        <source>row {row} of {per}, the largest</source>
        <translation>Zeile {row} von {per}, die größte</translation>
    </message>
    <message>
        <source>cut link</source>
        <translation>gekappte Verbindung</translation>
    </message>
    <message>
        <source>right-click or Delete restores it</source>
        <translation>Rechtsklick oder Entf stellt sie wieder her</translation>
    </message>
    <message>
        <source>click to edit</source>
        <translation>Klick zum Bearbeiten</translation>
    </message>
    <message>
        <source>right-click or Delete cuts it</source>
        <translation>Rechtsklick oder Entf kappt sie</translation>
    </message>
    <message>
        <source>bias {bias}</source>
        <translation>Bias {bias}</translation>
    </message>
    <message>
        <source>, row 1 of {per}</source>
        <translation>, Zeile 1 von {per}</translation>
    </message>
    <message>
        <source>0 everywhere here</source>
        <translation>hier überall 0</translation>
    </message>
    <message>
        <source>largest value {peak}</source>
        <translation>größter Wert {peak}</translation>
    </message>
    <message>
        <source>layer {layer}: rank ≤ {rank}, {parameters} parameters instead of {direct}</source>
        <translation>Schicht {layer}: Rang ≤ {rank}, {parameters} statt {direct} Parameter</translation>
    </message>
    <message>
        <source>least squares</source>
        <translation>kleinste Quadrate</translation>
    </message>
    <message>
        <source>ridge, λ = {ridge}</source>
        <translation>Ridge, λ = {ridge}</translation>
    </message>
    <message>
        <source>Error on the training examples</source>
        <translation>Fehler auf den Trainingsbeispielen</translation>
    </message>
    <message>
        <source>Size of the weights, ‖w‖</source>
        <translation>Größe der Gewichte, ‖w‖</translation>
    </message>
    <message>
        <source>Condition number</source>
        <translation>Konditionszahl</translation>
    </message>
    <message>
        <source>Least squares: {plain}. Ridge, λ = {ridge}: {shrunk}.</source>
        <translation>Kleinste Quadrate: {plain}. Ridge, λ = {ridge}: {shrunk}.</translation>
    </message>
    <message>
        <source>The network was given the weights of ridge regression.</source>
        <translation>Das Netz hat die Gewichte der Ridge-Regression bekommen.</translation>
    </message>
    <message>
        <source>The network was given the weights of least squares.</source>
        <translation>Das Netz hat die Gewichte der kleinsten Quadrate bekommen.</translation>
    </message>
    <message>
        <source>error {error}, ‖w‖ {size}, condition number {condition}</source>
        <translation>Fehler {error}, ‖w‖ {size}, Konditionszahl {condition}</translation>
    </message>
    <message>
        <source>mean direction; longer arrows are more certain</source>
        <translation>mittlere Richtung; längere Pfeile sind sicherer</translation>
    </message>
    <message>
        <source>50 and 90 % bands</source>
        <translation>Bänder für 50 und 90 %</translation>
    </message>
    <message>
        <source>mean ─   median ╌   mode ┈</source>
        <translation>Mittel ─   Median ╌   Modus ┈</translation>
    </message>
    <message>
        <source>mean</source>
        <translation>Mittel</translation>
    </message>
    <message>
        <source>values 1 → and 2 ↑ around their means</source>
        <translation>Werte 1 → und 2 ↑ um ihre Mittel</translation>
    </message>
    <message>
        <source>Choose a ready experiment, or vary a setting of the current run. Then run it.</source>
        <translation>Ein fertiges Experiment wählen oder eine Einstellung des jetzigen Laufs variieren. Dann starten.</translation>
    </message>
    <message>
        <source>Arrow keys move between runs, Enter opens one as run A.</source>
        <translation>Pfeiltasten gehen von Lauf zu Lauf, Enter öffnet einen als Lauf A.</translation>
    </message>
    <message>
        <source>Chart of the experiment</source>
        <translation>Diagramm des Experiments</translation>
    </message>
    <message>
        <source>at {fixed}</source>
        <translation>bei {fixed}</translation>
    </message>
    <message>
        <source>95 % interval</source>
        <translation>95-%-Intervall</translation>
    </message>
    <message>
        <source>quartiles</source>
        <translation>Quartile</translation>
    </message>
    <message>
        <source>median</source>
        <translation>Median</translation>
    </message>
    <message>
        <source>share</source>
        <translation>Anteil</translation>
    </message>
    <message>
        <source>{title}: {what} and {bars}; each point is one run</source>
        <translation>{title}: {what} und {bars}; jeder Punkt ist ein Lauf</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>ja</translation>
    </message>
    <message>
        <source>no</source>
        <translation>nein</translation>
    </message>
    <message>
        <source>{where}, seed {seed}: {title} {value}</source>
        <translation>{where}, Startwert {seed}: {title} {value}</translation>
    </message>
    <message>
        <source>{words_of}.
Click to open this run as A.</source>
        <translation>{words_of}.
Klick öffnet diesen Lauf als A.</translation>
    </message>
    <message>
        <source>mode</source>
        <translation>Modus</translation>
    </message>
    <message>
        <source>{degrees}°, certainty {sure}</source>
        <translation>{degrees}°, Sicherheit {sure}</translation>
    </message>
    <message>
        <source>within {degrees}° of it</source>
        <translation>bis {degrees}° daneben</translation>
    </message>
    <message>
        <source>mean </source>
        <translation>Mittel </translation>
    </message>
    <message>
        <source>deviation </source>
        <translation>Abweichung </translation>
    </message>
    <message>
        <source>correlation {together}</source>
        <translation>Korrelation {together}</translation>
    </message>
    <message>
        <source>{count} orders</source>
        <translation>{count} Reihenfolgen</translation>
    </message>
    <message>
        <source>, {rest} less likely</source>
        <translation>, {rest} weniger wahrscheinliche</translation>
    </message>
    <message>
        <source>lines: share of {DRAWS} samples</source>
        <translation>Linien: Anteil von {DRAWS} Ziehungen</translation>
    </message>
    <message>
        <source>What suits the data</source>
        <extracomment>Share of the colour scale that a spread may use: text on it must be readable. Own data with more examples than this is summed up instead of listed.</extracomment>
        <translation>Passend zu den Daten</translation>
    </message>
    <message>
        <source>All training examples</source>
        <translation>Alle Trainingsbeispiele</translation>
    </message>
    <message>
        <source>Wrong examples</source>
        <translation>Falsche Beispiele</translation>
    </message>
    <message>
        <source>Confusion matrix</source>
        <translation>Konfusionsmatrix</translation>
    </message>
    <message>
        <source>Predicted against true values</source>
        <translation>Vorhergesagte gegen wahre Werte</translation>
    </message>
    <message>
        <source>Output for every example</source>
        <translation>Ausgabe für jedes Beispiel</translation>
    </message>
    <message>
        <source>None of {looked_at} {split} examples is wrong</source>
        <translation>Keines von {looked_at} Beispielen ({split}) ist falsch</translation>
    </message>
    <message>
        <source>predicted {value}</source>
        <translation>vorhergesagt {value}</translation>
    </message>
    <message>
        <source>true {value}</source>
        <translation>wahr {value}</translation>
    </message>
    <message>
        <source>{split} example {number}</source>
        <translation>Beispiel {number} ({split})</translation>
    </message>
    <message>
        <source>output {said}</source>
        <translation>Ausgabe {said}</translation>
    </message>
    <message>
        <source>target {target}, wrong</source>
        <translation>Ziel {target}, falsch</translation>
    </message>
    <message>
        <source>target {target}</source>
        <translation>Ziel {target}</translation>
    </message>
    <message>
        <source>input {case_name}</source>
        <translation>Eingabe {case_name}</translation>
    </message>
    <message>
        <source>it is {target}, {split} example {number}</source>
        <translation>es ist {target}, Beispiel {number} ({split})</translation>
    </message>
    <message>
        <source>spread at most {spread}</source>
        <translation>Streuung höchstens {spread}</translation>
    </message>
    <message>
        <source>spread {values}</source>
        <translation>Streuung {values}</translation>
    </message>
    <message>
        <source>predicted ({split} examples)</source>
        <translation>vorhergesagt (Beispiele: {split})</translation>
    </message>
    <message>
        <source>Paint</source>
        <translation>Malen</translation>
    </message>
    <message>
        <source>Press or drag to add points.</source>
        <translation>Drücken oder ziehen fügt Punkte hinzu.</translation>
    </message>
    <message>
        <source>Erase</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>Press or drag to erase points.</source>
        <translation>Drücken oder ziehen löscht Punkte.</translation>
    </message>
    <message>
        <source>Move</source>
        <translation>Verschieben</translation>
    </message>
    <message>
        <source>Drag a single point.</source>
        <translation>Einen einzelnen Punkt ziehen.</translation>
    </message>
    <message>
        <source>Arrows move the brush, Enter paints or erases there; with the hand, Enter picks up the nearest point or puts it down. Escape stops drawing.</source>
        <translation>Pfeiltasten bewegen den Pinsel, Enter malt oder löscht dort; mit der Hand nimmt Enter den nächsten Punkt auf oder setzt ihn ab. Escape beendet das Zeichnen.</translation>
    </message>
    <message>
        <source>Drawing surface</source>
        <translation>Zeichenfläche</translation>
    </message>
    <message>
        <source>Value</source>
        <extracomment>The value every network starts with, and the one its loss compares with. &quot;input&quot;, &quot;linear&quot;, &quot;bias&quot;, &quot;norm&quot;, &quot;distance&quot;, &quot;sample&quot;, &quot;activation&quot;, &quot;add&quot; … The Walk view&apos;s name for a node of this kind. What its value is, as a heading and within a sentence.</extracomment>
        <translation>Wert</translation>
    </message>
    <message>
        <source>The value the brush paints.</source>
        <translation>Der Wert, den der Pinsel malt.</translation>
    </message>
    <message>
        <source>Stop drawing</source>
        <translation>Zeichnen beenden</translation>
    </message>
    <message>
        <source>Stop drawing and read values again.</source>
        <translation>Zeichnen beenden und wieder Werte ablesen.</translation>
    </message>
    <message>
        <source>Radius of brush and eraser.</source>
        <translation>Radius von Pinsel und Radierer.</translation>
    </message>
    <message>
        <source>Density</source>
        <translation>Dichte</translation>
    </message>
    <message>
        <source>Points per dab.</source>
        <translation>Punkte pro Tupfer.</translation>
    </message>
    <message>
        <source>Class {k}</source>
        <translation>Klasse {k}</translation>
    </message>
    <message>
        <source>New class {k}</source>
        <translation>Neue Klasse {k}</translation>
    </message>
    <message>
        <source>The class the brush paints.</source>
        <translation>Die Klasse, die der Pinsel malt.</translation>
    </message>
    <message>
        <source>mean over draws</source>
        <extracomment>Multiplications a picture may cost during training, and when paused.</extracomment>
        <translation>Mittel über Ziehungen</translation>
    </message>
    <message>
        <source>spread of draws, 0 to {top}</source>
        <translation>Streuung der Ziehungen, 0 bis {top}</translation>
    </message>
    <message>
        <source>error, mse {mse}</source>
        <translation>Fehler, mse {mse}</translation>
    </message>
    <message>
        <source>target</source>
        <translation>Ziel</translation>
    </message>
    <message>
        <source>, held out {decibels}</source>
        <translation>, zurückgehalten {decibels}</translation>
    </message>
    <message>
        <source>PSNR {words}</source>
        <translation>PSNR {words}</translation>
    </message>
    <message>
        <source>{value} dB</source>
        <translation>{value} dB</translation>
    </message>
    <message>
        <source>Output as a function of the input</source>
        <extracomment>A place of the plot was clicked.</extracomment>
        <translation>Ausgabe als Funktion der Eingabe</translation>
    </message>
    <message>
        <source>learned</source>
        <translation>gelernt</translation>
    </message>
    <message>
        <source>band: ± standard deviation</source>
        <translation>Band: ± Standardabweichung</translation>
    </message>
    <message>
        <source>dashed: the function itself</source>
        <translation>gestrichelt: die Funktion selbst</translation>
    </message>
    <message>
        <source>value {v}</source>
        <translation>Wert {v}</translation>
    </message>
    <message>
        <source>spread {v}</source>
        <translation>Streuung {v}</translation>
    </message>
    <message>
        <source>Sample</source>
        <translation>Stichprobe</translation>
    </message>
    <message>
        <source>Test points</source>
        <translation>Testpunkte</translation>
    </message>
    <message>
        <source>Decision boundary and level lines</source>
        <translation>Entscheidungsgrenze und Höhenlinien</translation>
    </message>
    <message>
        <source>Nearest neighbours and RBF kernel beside colours</source>
        <translation>Nächste Nachbarn und RBF-Kern neben Farben</translation>
    </message>
    <message>
        <source>With many inputs</source>
        <translation>Bei vielen Eingaben</translation>
    </message>
    <message>
        <source>Draw 100 samples</source>
        <translation>100 Werte ziehen</translation>
    </message>
    <message>
        <source>From the distribution predicted at the point you clicked.</source>
        <translation>Aus der Verteilung, die am angeklickten Punkt vorhergesagt ist.</translation>
    </message>
    <message>
        <source>Value shown</source>
        <translation>Gezeigter Wert</translation>
    </message>
    <message>
        <source>score of each class</source>
        <translation>Punktzahl jeder Klasse</translation>
    </message>
    <message>
        <source>value {target} of {targets}</source>
        <translation>Wert {target} von {targets}</translation>
    </message>
    <message>
        <source>predicted distribution over x</source>
        <translation>vorhergesagte Verteilung über x</translation>
    </message>
    <message>
        <source>{subtitle} · diamonds: test points</source>
        <translation>{subtitle} · Rauten: Testpunkte</translation>
    </message>
    <message>
        <source>hollow: test examples</source>
        <translation>hohl: Testbeispiele</translation>
    </message>
    <message>
        <source>confusion matrix</source>
        <translation>Konfusionsmatrix</translation>
    </message>
    <message>
        <source>{count} examples</source>
        <translation>{count} Beispiele</translation>
    </message>
    <message>
        <source>{subtitle} · hollow: test points</source>
        <translation>{subtitle} · hohl: Testpunkte</translation>
    </message>
    <message>
        <source>{count} of {looked_at} test examples wrong</source>
        <translation>{count} von {looked_at} Testbeispielen falsch</translation>
    </message>
    <message>
        <source>{count} wrong</source>
        <translation>{count} falsch</translation>
    </message>
    <message>
        <source>none wrong</source>
        <translation>keines falsch</translation>
    </message>
    <message>
        <source>As their means</source>
        <translation>Als ihre Mittelwerte</translation>
    </message>
    <message>
        <source>Mean over 50 draws</source>
        <translation>Mittel über 50 Ziehungen</translation>
    </message>
    <message>
        <source>Spread of draws</source>
        <translation>Streuung der Ziehungen</translation>
    </message>
    <message>
        <source>over {COUNT} draws</source>
        <translation>über {COUNT} Ziehungen</translation>
    </message>
    <message>
        <source>mean prediction {over}</source>
        <translation>mittlere Vorhersage {over}</translation>
    </message>
    <message>
        <source>mean prediction ± standard deviation {over}</source>
        <translation>mittlere Vorhersage ± Standardabweichung {over}</translation>
    </message>
    <message>
        <source>standard deviation of predictions {over}</source>
        <translation>Standardabweichung der Vorhersagen {over}</translation>
    </message>
    <message>
        <source>5 neighbours</source>
        <translation>5 Nachbarn</translation>
    </message>
    <message>
        <source>RBF kernel</source>
        <translation>RBF-Kern</translation>
    </message>
    <message>
        <source>Arrows move a point and read the region there, Enter pins or unpins that region; plus and minus zoom, Home shows everything; Escape removes the point.</source>
        <translation>Pfeiltasten verschieben einen Punkt und lesen dort die Region, Enter heftet diese Region an oder löst sie; Plus und Minus zoomen, Pos1 zeigt alles; Escape entfernt den Punkt.</translation>
    </message>
    <message>
        <source>Linear regions of the plane</source>
        <translation>Lineare Regionen der Ebene</translation>
    </message>
    <message>
        <source>area {area}</source>
        <translation>Fläche {area}</translation>
    </message>
    <message>
        <source>layer {i}  {shown}{more}</source>
        <translation>Schicht {i}  {shown}{more}</translation>
    </message>
    <message>
        <source>Linear pieces of the line</source>
        <translation>Lineare Stücke der Geraden</translation>
    </message>
    <message>
        <source>Unit pattern</source>
        <translation>Muster der Einheiten</translation>
    </message>
    <message>
        <source>Layer of the last split</source>
        <translation>Schicht der letzten Teilung</translation>
    </message>
    <message>
        <source>Regions are drawn on a plane, and this problem has {inputs} inputs. {why_not}</source>
        <extracomment>Pixels × units of a sign raster, during training and when paused.</extracomment>
        <translation>Regionen werden auf einer Ebene gezeichnet, und dieses Problem hat {inputs} Eingaben. {why_not}</translation>
    </message>
    <message>
        <source>Choose a plane through them on the left.</source>
        <translation>Links eine Ebene durch sie wählen.</translation>
    </message>
    <message>
        <source>Some weights are NaN or infinite. Rewind to see regions.</source>
        <translation>Einige Gewichte sind NaN oder unendlich. Zurückspulen zeigt wieder Regionen.</translation>
    </message>
    <message>
        <source>{title} has no kinks</source>
        <translation>{title} hat keine Knicke</translation>
    </message>
    <message>
        <source>the features bend the plane</source>
        <translation>die Merkmale krümmen die Ebene</translation>
    </message>
    <message>
        <source>more than {limit} regions</source>
        <translation>mehr als {limit} Regionen</translation>
    </message>
    <message>
        <source>the weights are too large for an exact mesh</source>
        <translation>die Gewichte sind zu groß für ein exaktes Netz der Regionen</translation>
    </message>
    <message>
        <source>approximate: {reason}</source>
        <translation>Näherung: {reason}</translation>
    </message>
    <message>
        <source>Fill by</source>
        <translation>Füllen nach</translation>
    </message>
    <message>
        <source>Fill of the regions</source>
        <translation>Füllung der Regionen</translation>
    </message>
    <message>
        <source>Fold lines</source>
        <translation>Faltlinien</translation>
    </message>
    <message>
        <source>Decision boundary</source>
        <translation>Entscheidungsgrenze</translation>
    </message>
    <message>
        <source>Show the plane of the principal axes</source>
        <extracomment>The number of linear regions on show (int), or None while it is not known.</extracomment>
        <translation>Ebene der Hauptachsen zeigen</translation>
    </message>
    <message>
        <source>Regions will appear once the kernels are compiled.</source>
        <translation>Regionen erscheinen, sobald die Kernel kompiliert sind.</translation>
    </message>
    <message>
        <source>a smooth function</source>
        <translation>eine glatte Funktion</translation>
    </message>
    <message>
        <source> · layer 1: {by_layer}</source>
        <translation> · Schicht 1: {by_layer}</translation>
    </message>
    <message>
        <source> of at most {most_regions}</source>
        <translation> von höchstens {most_regions}</translation>
    </message>
    <message>
        <source>{by_layer} of at most </source>
        <translation>{by_layer} von höchstens </translation>
    </message>
    <message>
        <source> · layer 1: {first}{most_regions}</source>
        <translation> · Schicht 1: {first}{most_regions}</translation>
    </message>
    <message>
        <source>{count} linear piece</source>
        <translation>{count} lineares Stück</translation>
    </message>
    <message>
        <source>{count} linear pieces</source>
        <translation>{count} lineare Stücke</translation>
    </message>
    <message>
        <source>{count} piece</source>
        <translation>{count} Stück</translation>
    </message>
    <message>
        <source>{count} pieces</source>
        <translation>{count} Stücke</translation>
    </message>
    <message>
        <source>about </source>
        <translation>etwa </translation>
    </message>
    <message>
        <source>Counts of regions by layer</source>
        <translation>Anzahl der Regionen je Schicht</translation>
    </message>
    <message>
        <source>layer {i}: {count} of at most {most}</source>
        <translation>Schicht {i}: {count} von höchstens {most}</translation>
    </message>
    <message>
        <source>one layer of {total}: at most {most}</source>
        <translation>eine Schicht mit {total}: höchstens {most}</translation>
    </message>
    <message>
        <source> · these layers can reach {least}</source>
        <translation> · diese Schichten können {least} erreichen</translation>
    </message>
    <message>
        <source>area {low} … {high}</source>
        <translation>Fläche {low} … {high}</translation>
    </message>
    <message>
        <source>Cost of predicting (column) when the true class is (row)</source>
        <translation>Kosten der Vorhersage (Spalte), wenn die wahre Klasse (Zeile) ist</translation>
    </message>
    <message>
        <source>Cost of predicting {predicted} when {true} is true</source>
        <translation>Kosten der Vorhersage {predicted}, wenn {true} wahr ist</translation>
    </message>
    <message>
        <source>Every mistake costs 1</source>
        <translation>Jeder Fehler kostet 1</translation>
    </message>
    <message>
        <source>value {i}</source>
        <translation>Wert {i}</translation>
    </message>
    <message>
        <source>{count} {split} points</source>
        <translation>{count} Punkte ({split})</translation>
    </message>
    <message>
        <source>observed values by tenths of their predicted distribution</source>
        <translation>beobachtete Werte nach Zehnteln ihrer vorhergesagten Verteilung</translation>
    </message>
    <message>
        <source>, from −π</source>
        <translation>, ab −π</translation>
    </message>
    <message>
        <source>, counts smoothed</source>
        <translation>, Anzahlen geglättet</translation>
    </message>
    <message>
        <source>all runs</source>
        <translation>alle Läufe</translation>
    </message>
    <message>
        <source>{missing} of {count} runs have no {name}</source>
        <translation>{missing} von {count} Läufen haben keinen Wert: {name}</translation>
    </message>
    <message>
        <source>{gone} diverged</source>
        <translation>{gone} divergiert</translation>
    </message>
    <message>
        <source>{flat} at 0 are drawn on the lower edge</source>
        <translation>{flat} bei 0 sind am unteren Rand gezeichnet</translation>
    </message>
    <message>
        <source>{title}: the share is {spread} everywhere.</source>
        <translation>{title}: Der Anteil ist überall {spread}.</translation>
    </message>
    <message>
        <source>{title}: the median is {spread} everywhere.</source>
        <translation>{title}: Der Median ist überall {spread}.</translation>
    </message>
    <message>
        <source>lowest</source>
        <translation>niedrigsten</translation>
    </message>
    <message>
        <source>highest</source>
        <translation>höchsten</translation>
    </message>
    <message>
        <source>lower</source>
        <translation>niedriger</translation>
    </message>
    <message>
        <source>higher</source>
        <translation>höher</translation>
    </message>
    <message>
        <source>{title} is {first} with {best}: {figure}, and {last} with {worst}: {figure2}.</source>
        <translation>{title} ist mit {best} am {first}: {figure}, und mit {worst} am {last}: {figure2}.</translation>
    </message>
    <message>
        <source> It is {way} for {wins} of {pairs} shared seeds.</source>
        <translation> Bei {wins} von {pairs} gemeinsamen Startwerten ist der Wert {way}.</translation>
    </message>
    <message>
        <source>90{THIN}% band</source>
        <translation>90{THIN}%-Band</translation>
    </message>
    <message>
        <source>contains 100{THIN}%</source>
        <translation>enthält 100{THIN}%</translation>
    </message>
    <message>
        <source>{value}{THIN}% band</source>
        <translation>{value}{THIN}%-Band</translation>
    </message>
    <message>
        <source>contains {value}{THIN}%</source>
        <translation>enthält {value}{THIN}%</translation>
    </message>
    <message>
        <source>Up and down move the line through the plane.</source>
        <translation>Auf und Ab verschieben die Gerade durch die Ebene.</translation>
    </message>
    <message>
        <source>Ensemble of the grid&apos;s networks</source>
        <translation>Ensemble der Netze des Rasters</translation>
    </message>
    <message>
        <source>{members} networks together: log-likelihood {log_likelihood} on {judged_on}</source>
        <translation>{members} Netze zusammen: Log-Likelihood {log_likelihood} auf {judged_on}</translation>
    </message>
    <message>
        <source>Training the networks …</source>
        <translation>Die Netze werden trainiert …</translation>
    </message>
    <message>
        <source>Bands need a problem with one or two inputs.</source>
        <translation>Bänder brauchen ein Problem mit einer oder zwei Eingaben.</translation>
    </message>
    <message>
        <source>along x₂ = {section}</source>
        <translation>entlang x₂ = {section}</translation>
    </message>
    <message>
        <source>along x</source>
        <translation>entlang x</translation>
    </message>
    <message>
        <source>probability</source>
        <translation>Wahrscheinlichkeit</translation>
    </message>
    <message>
        <source>{shown} {where}, thin lines: single networks</source>
        <translation>{shown} {where}, dünne Linien: einzelne Netze</translation>
    </message>
    <message>
        <source>entropy</source>
        <translation>Entropie</translation>
    </message>
    <message>
        <source>variance</source>
        <translation>Varianz</translation>
    </message>
    <message>
        <source>model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>— total</source>
        <translation>— gesamt</translation>
    </message>
    <message>
        <source>networks</source>
        <translation>Netze</translation>
    </message>
    <message>
        <source>error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>accuracy</source>
        <translation>Genauigkeit</translation>
    </message>
    <message>
        <source>log-likelihood</source>
        <translation>Log-Likelihood</translation>
    </message>
    <message>
        <source>miscalibration</source>
        <translation>Fehlkalibrierung</translation>
    </message>
    <message>
        <source>on {judged_on}</source>
        <translation>auf {judged_on}</translation>
    </message>
    <message>
        <source>∂loss/∂ logit of {letter}</source>
        <translation>∂Verlust/∂ Logit von {letter}</translation>
    </message>
    <message>
        <source>Saturated and dead units by layer</source>
        <translation>Gesättigte und tote Einheiten je Schicht</translation>
    </message>
    <message>
        <source>Saturated: share of (unit, example) pairs with |φ′| &lt; 0.01.
Dead: share of units whose slope is 0 on every example.
Over time: both shares, 0 to 100 %. Activations: over time and now.</source>
        <translation>Gesättigt: Anteil der Paare (Einheit, Beispiel) mit |φ′| &lt; 0.01.
Tot: Anteil der Einheiten, deren Steigung bei jedem Beispiel 0 ist.
Über die Zeit: beide Anteile, 0 bis 100 %. Aktivierungen: über die Zeit und jetzt.</translation>
    </message>
    <message>
        <source>This network has no hidden layer.</source>
        <translation>Dieses Netz hat keine verborgene Schicht.</translation>
    </message>
    <message>
        <source>layer 10</source>
        <translation>Schicht 10</translation>
    </message>
    <message>
        <source>saturated</source>
        <translation>gesättigt</translation>
    </message>
    <message>
        <source>dead</source>
        <translation>tot</translation>
    </message>
    <message>
        <source>over time</source>
        <translation>über die Zeit</translation>
    </message>
    <message>
        <source>activations</source>
        <translation>Aktivierungen</translation>
    </message>
    <message>
        <source>Left and Right read a step, Enter moves the playhead there, Up and Down choose a curve, H hides or shows it, plus and minus zoom, Home fits.</source>
        <translation>Links und Rechts lesen einen Schritt ab, Enter setzt die Zeitmarke dorthin, Auf und Ab wählen eine Kurve, H blendet sie aus oder ein, Plus und Minus zoomen, Pos1 zeigt alles.</translation>
    </message>
    <message>
        <source>mean {slope}</source>
        <translation>Mittel {slope}</translation>
    </message>
    <message>
        <source>How certain the outputs are</source>
        <extracomment>Logit from which on the slope σ(1 − σ) is below `SATURATED_BELOW`.</extracomment>
        <translation>Wie sicher die Ausgaben sind</translation>
    </message>
    <message>
        <source>The targets of this problem are values, not classes, so no output saturates. Hidden layers still can; see “Hidden layers”.</source>
        <translation>Die Ziele dieses Problems sind Werte, keine Klassen; daher sättigt keine Ausgabe. Verborgene Schichten können es trotzdem; siehe „Verborgene Schichten“.</translation>
    </message>
    <message>
        <source>logit</source>
        <translation>Logit</translation>
    </message>
    <message>
        <source>slope below 0.01</source>
        <translation>Steigung unter 0.01</translation>
    </message>
    <message>
        <source>margin: own output − best other</source>
        <translation>Abstand: eigene Ausgabe − beste andere</translation>
    </message>
    <message>
        <source>margin: distance from {level}, below 0 if wrong</source>
        <translation>Abstand von {level}, unter 0 wenn falsch</translation>
    </message>
    <message>
        <source>Losses against the margin</source>
        <translation>Verluste über dem Abstand</translation>
    </message>
    <message>
        <source>A margin needs classes, and an output that gives probabilities.</source>
        <translation>Ein Abstand braucht Klassen und eine Ausgabe, die Wahrscheinlichkeiten gibt.</translation>
    </message>
    <message>
        <source>margin: own logit − best other</source>
        <translation>Abstand: eigener Logit − bester anderer</translation>
    </message>
    <message>
        <source>Curves for two classes; more classes raise the cross-entropy.</source>
        <translation>Kurven für zwei Klassen; mehr Klassen erhöhen die Kreuzentropie.</translation>
    </message>
    <message>
        <source>largest probability</source>
        <translation>größte Wahrscheinlichkeit</translation>
    </message>
    <message>
        <source>Outputs</source>
        <translation>Ausgaben</translation>
    </message>
    <message>
        <source>Push</source>
        <translation>Schub</translation>
    </message>
    <message>
        <source>Losses</source>
        <translation>Verluste</translation>
    </message>
    <message>
        <source>Confidence</source>
        <translation>Konfidenz</translation>
    </message>
    <message>
        <source>Pages of the Saturation view</source>
        <translation>Seiten der Ansicht Sättigung</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>Temperatur</translation>
    </message>
    <message>
        <source>Reads the logits as softmax(z/τ). Left end, τ → 0: the winner takes all. Right end, τ → ∞: all classes are equally likely. Training is not affected.</source>
        <translation>Liest die Logits als softmax(z/τ). Ganz links, τ → 0: Der Gewinner bekommt alles. Ganz rechts, τ → ∞: Alle Klassen sind gleich wahrscheinlich. Das Training bleibt unberührt.</translation>
    </message>
    <message>
        <source>Costs of mistakes …</source>
        <translation>Fehlerkosten …</translation>
    </message>
    <message>
        <source>What each mistake costs. Predicts the class with the lowest expected cost. Clicking the matrix opens it too.</source>
        <translation>Was jeder Fehler kostet. Vorhergesagt wird die Klasse mit den geringsten erwarteten Kosten. Ein Klick auf die Matrix öffnet sie ebenfalls.</translation>
    </message>
    <message>
        <source>Costs of mistakes</source>
        <translation>Fehlerkosten</translation>
    </message>
    <message>
        <source>Problem ▸ More settings ▸ Calibration share: for temperature and sets</source>
        <translation>Problem ▸ Mehr Einstellungen ▸ Kalibrieranteil: für Temperatur und Mengen</translation>
    </message>
    <message>
        <source>margins</source>
        <translation>Abstände</translation>
    </message>
    <message>
        <source>probability simplex</source>
        <translation>Wahrscheinlichkeitssimplex</translation>
    </message>
    <message>
        <source>logit margins</source>
        <translation>Abstände der Logits</translation>
    </message>
    <message>
        <source>{share} saturated</source>
        <translation>{share} gesättigt</translation>
    </message>
    <message>
        <source>push against wrongness</source>
        <translation>Schub über Fehlergröße</translation>
    </message>
    <message>
        <source>∂loss/∂logit against error = predicted − observed</source>
        <translation>∂Verlust/∂Logit über Fehler = vorhergesagt − beobachtet</translation>
    </message>
    <message>
        <source>largest push {largest}</source>
        <translation>größter Schub {largest}</translation>
    </message>
    <message>
        <source>losses against the margin</source>
        <translation>Verluste über dem Abstand</translation>
    </message>
    <message>
        <source>{wrong} below margin 0</source>
        <translation>{wrong} unter Abstand 0</translation>
    </message>
    <message>
        <source>share of saturated and dead units</source>
        <translation>Anteil gesättigter und toter Einheiten</translation>
    </message>
    <message>
        <source>{dead} dead unit</source>
        <translation>{dead} tote Einheit</translation>
    </message>
    <message>
        <source>{dead} dead units</source>
        <translation>{dead} tote Einheiten</translation>
    </message>
    <message>
        <source>coverage of the predicted bands</source>
        <translation>Abdeckung der vorhergesagten Bänder</translation>
    </message>
    <message>
        <source>reliability and decisions</source>
        <translation>Zuverlässigkeit und Entscheidungen</translation>
    </message>
    <message>
        <source>calibration error {error}</source>
        <translation>Kalibrierfehler {error}</translation>
    </message>
    <message>
        <source>{overflowing} in {precision}</source>
        <translation>{overflowing} in {precision}</translation>
    </message>
    <message>
        <source>naive softmax: NaN for {parts} of {count} points</source>
        <translation>naives Softmax: NaN bei {parts} von {count} Punkten</translation>
    </message>
    <message>
        <source>naive softmax: safe, z ≤ {largest}; overflows above {limit} (float32), {limit2} (float64)</source>
        <translation>naives Softmax: sicher, z ≤ {largest}; Überlauf oberhalb von {limit} (float32), {limit2} (float64)</translation>
    </message>
    <message>
        <source>{text}.
The largest logit is {largest}. Subtracting it first, as here, is exact and never overflows.</source>
        <translation>{text}.
Der größte Logit ist {largest}. Ihn zuerst abzuziehen, wie hier, ist exakt und läuft nie über.</translation>
    </message>
    <message>
        <source>τ → 0: winner takes all</source>
        <translation>τ → 0: Gewinner bekommt alles</translation>
    </message>
    <message>
        <source>τ → ∞: all equal</source>
        <translation>τ → ∞: alle gleich</translation>
    </message>
    <message>
        <source>τ = 1, as trained</source>
        <translation>τ = 1, wie trainiert</translation>
    </message>
    <message>
        <source>Cost of each mistake</source>
        <translation>Kosten jedes Fehlers</translation>
    </message>
    <message>
        <source>class {k}</source>
        <translation>Klasse {k}</translation>
    </message>
    <message>
        <source>Push against wrongness</source>
        <translation>Schub über Fehlergröße</translation>
    </message>
    <message>
        <source>1 − p of its class</source>
        <translation>1 − p der eigenen Klasse</translation>
    </message>
    <message>
        <source>, same logits</source>
        <translation>, gleiche Logits</translation>
    </message>
    <message>
        <source>{stuck} wrong, no push</source>
        <translation>{stuck} falsch, kein Schub</translation>
    </message>
    <message>
        <source>{name} is true; push {size}</source>
        <translation>{name} ist wahr; Schub {size}</translation>
    </message>
    <message>
        <source>pull of e</source>
        <translation>Zug von e</translation>
    </message>
    <message>
        <source>push of p</source>
        <translation>Druck von p</translation>
    </message>
    <message>
        <source>net</source>
        <translation>gesamt</translation>
    </message>
    <message>
        <source>Enter opens the costs of mistakes.</source>
        <translation>Enter öffnet die Fehlerkosten.</translation>
    </message>
    <message>
        <source>Confidence and calibration</source>
        <translation>Konfidenz und Kalibrierung</translation>
    </message>
    <message>
        <source>confidence</source>
        <translation>Konfidenz</translation>
    </message>
    <message>
        <source>● as it is</source>
        <translation>● wie es ist</translation>
    </message>
    <message>
        <source>◆ scaled</source>
        <translation>◆ skaliert</translation>
    </message>
    <message>
        <source>true ↓  predicted →</source>
        <translation>wahr ↓  vorhergesagt →</translation>
    </message>
    <message>
        <source>Rankings have no bands; Output shows the probability of every order.</source>
        <translation>Rangfolgen haben keine Bänder; die Ausgabe zeigt die Wahrscheinlichkeit jeder Reihenfolge.</translation>
    </message>
    <message>
        <source>{title} predicts a value without a distribution. Choose an output unit with a learned spread (under Output &amp; loss) to see how far to trust it.</source>
        <translation>{title} sagt einen Wert ohne Verteilung vorher. Eine Ausgabeeinheit mit gelernter Streuung (unter Ausgabe und Verlust) zeigt, wie weit man ihm trauen kann.</translation>
    </message>
    <message>
        <source>{split} split; this loss gives no probabilities</source>
        <translation>Teil {split}; dieser Verlust gibt keine Wahrscheinlichkeiten</translation>
    </message>
    <message>
        <source>{split} split: calibration error {error}</source>
        <translation>Teil {split}: Kalibrierfehler {error}</translation>
    </message>
    <message>
        <source>{said}; {error} at the fitted temperature {temperature}</source>
        <translation>{said}; {error} bei der angepassten Temperatur {temperature}</translation>
    </message>
    <message>
        <source>conformal sets for 90 %: contain the true class {share} of the time; {mean_size} classes on average</source>
        <translation>konforme Mengen für 90 %: enthalten die wahre Klasse in {share} der Fälle; im Mittel {mean_size} Klassen</translation>
    </message>
    <message>
        <source>decision</source>
        <translation>Entscheidung</translation>
    </message>
    <message>
        <source>decisions</source>
        <translation>Entscheidungen</translation>
    </message>
    <message>
        <source>the costs change {moved} {noun}: mean cost {plain} → {cheapest}</source>
        <translation>die Kosten ändern {moved} {noun}: mittlere Kosten {plain} → {cheapest}</translation>
    </message>
    <message>
        <source>Node</source>
        <extracomment>A computation on a walk; a frozen object, since it leaves the GUI thread.</extracomment>
        <translation>Knoten</translation>
    </message>
    <message>
        <source>Entry of the node</source>
        <translation>Eintrag des Knotens</translation>
    </message>
    <message>
        <source>Computational graph</source>
        <translation>Rechengraph</translation>
    </message>
    <message>
        <source>At {title}</source>
        <translation>Bei {title}</translation>
    </message>
    <message>
        <source>The walk appears once there is a run.</source>
        <translation>Der Rechenweg erscheint, sobald es einen Lauf gibt.</translation>
    </message>
    <message>
        <source>Estimates of one derivative, by estimator</source>
        <translation>Schätzungen einer Ableitung, je Schätzer</translation>
    </message>
    <message>
        <source>mean {mean} ± {error}
spread {spread}</source>
        <translation>Mittel {mean} ± {error}
Streuung {spread}</translation>
    </message>
    <message>
        <source>
a direction of another length</source>
        <translation>
eine Richtung anderer Länge</translation>
    </message>
    <message>
        <source>exact {exact}</source>
        <translation>exakt {exact}</translation>
    </message>
    <message>
        <source>∂J by</source>
        <translation>∂J nach</translation>
    </message>
    <message>
        <source>Draw {MORE} more</source>
        <translation>{MORE} weitere ziehen</translation>
    </message>
    <message>
        <source>Makes the means more precise.</source>
        <translation>Macht die Mittel genauer.</translation>
    </message>
    <message>
        <source>Estimates</source>
        <translation>Schätzungen</translation>
    </message>
    <message>
        <source>∂J/∂{title} on {words}, from {draws} draws each. A line is the mean, ± its standard error; the bar below it is one spread (standard deviation) either way; numbers at the ends count draws beyond them</source>
        <translation>∂J/∂{title} an {words}, aus je {draws} Ziehungen. Eine Linie ist das Mittel, ± sein Standardfehler; der Balken darunter ist eine Streuung (Standardabweichung) nach beiden Seiten; Zahlen an den Enden zählen Ziehungen jenseits davon</translation>
    </message>
    <message>
        <source>. There is no exact value: {why_not}.</source>
        <translation>. Es gibt keinen exakten Wert: {why_not}.</translation>
    </message>
    <message>
        <source>; dashed is the exact derivative of the expected loss.</source>
        <translation>; gestrichelt ist die exakte Ableitung des erwarteten Verlusts.</translation>
    </message>
    <message>
        <source>The learned baseline is the one that this network has learned.</source>
        <translation>Die gelernte Grundlinie ist die, die dieses Netz gelernt hat.</translation>
    </message>
    <message>
        <source>For each draw, the learned baseline is fitted to the earlier draws.</source>
        <translation>Die gelernte Grundlinie ist bei jeder Ziehung an die früheren angepasst.</translation>
    </message>
    <message>
        <source>Keep all</source>
        <translation>Alle behalten</translation>
    </message>
    <message>
        <source>Store every layer&apos;s values.</source>
        <translation>Die Werte jeder Schicht speichern.</translation>
    </message>
    <message>
        <source>Every √depth-th</source>
        <translation>Jede √Tiefe-te</translation>
    </message>
    <message>
        <source>The rule of thumb: about 2√depth layers are stored at once.</source>
        <translation>Die Faustregel: Etwa 2√Tiefe Schichten sind zugleich gespeichert.</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>at most</source>
        <translation>höchstens</translation>
    </message>
    <message>
        <source>Best choice</source>
        <translation>Beste Wahl</translation>
    </message>
    <message>
        <source>The least extra work with at most this many numbers stored at once, found by dynamic programming.</source>
        <translation>Die geringste Mehrarbeit, wenn höchstens so viele Zahlen zugleich gespeichert sind, durch dynamische Programmierung gefunden.</translation>
    </message>
    <message>
        <source>Moment of the two passes</source>
        <translation>Moment der beiden Durchgänge</translation>
    </message>
    <message>
        <source>Checkpoints</source>
        <translation>Checkpoints</translation>
    </message>
    <message>
        <source>its values are stored</source>
        <translation>ihre Werte werden gespeichert</translation>
    </message>
    <message>
        <source>its values are dropped</source>
        <translation>ihre Werte werden verworfen</translation>
    </message>
    <message>
        <source>Forward: {name} is computed; {done}.</source>
        <translation>Vorwärts: {name} wird berechnet; {done}.</translation>
    </message>
    <message>
        <source>{name} was dropped but is needed now, so it is recomputed.</source>
        <translation>{name} wurde verworfen, wird jetzt aber gebraucht und daher neu berechnet.</translation>
    </message>
    <message>
        <source>Backward through {name}; its values are no longer needed.</source>
        <translation>Rückwärts durch {name}; ihre Werte werden nicht mehr gebraucht.</translation>
    </message>
    <message>
        <source>{upper}{text} Stored now: {numbers} numbers.</source>
        <translation>{upper}{text} Jetzt gespeichert: {numbers} Zahlen.</translation>
    </message>
    <message>
        <source>{evaluations} layers computed instead of {depth}</source>
        <translation>{evaluations} Schichten berechnet statt {depth}</translation>
    </message>
    <message>
        <source>{ratio}× the multiplications of the forward pass</source>
        <translation>das {ratio}fache der Multiplikationen des Vorwärtsdurchgangs</translation>
    </message>
    <message>
        <source>{kept} numbers are kept for the backward pass, at most {peak} are stored at once; keeping everything takes {whole}</source>
        <translation>{kept} Zahlen werden für den Rückwärtsdurchgang behalten, höchstens {peak} sind zugleich gespeichert; alles zu behalten braucht {whole}</translation>
    </message>
    <message>
        <source>the same to the last bit</source>
        <translation>bis aufs letzte Bit gleich</translation>
    </message>
    <message>
        <source>NOT the same</source>
        <translation>NICHT gleich</translation>
    </message>
    <message>
        <source>{counts} ({ratio}, {work}). {memory}. Executed on the graph: the gradient is {same}.</source>
        <translation>{counts} ({ratio}, {work}). {memory}. Auf dem Graphen ausgeführt: Der Gradient ist {same}.</translation>
    </message>
    <message>
        <source>Stored layers, moment by moment</source>
        <translation>Gespeicherte Schichten, Moment für Moment</translation>
    </message>
    <message>
        <source>output · 00,000 numbers</source>
        <translation>Ausgabe · 00,000 Zahlen</translation>
    </message>
    <message>
        <source>{layer} · {size} number</source>
        <translation>{layer} · {size} Zahl</translation>
    </message>
    <message>
        <source>{layer} · {size} numbers</source>
        <translation>{layer} · {size} Zahlen</translation>
    </message>
    <message>
        <source>numbers stored, at most {peak}</source>
        <translation>gespeicherte Zahlen, höchstens {peak}</translation>
    </message>
    <message>
        <source>Function and descent</source>
        <translation>Funktion und Abstieg</translation>
    </message>
    <message>
        <source>dashed: the tangent at x</source>
        <translation>gestrichelt: die Tangente in x</translation>
    </message>
    <message>
        <source>Function of x</source>
        <translation>Funktion von x</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Start</translation>
    </message>
    <message>
        <source>Descend</source>
        <translation>Absteigen</translation>
    </message>
    <message>
        <source>Play the steps.</source>
        <translation>Die Schritte abspielen.</translation>
    </message>
    <message>
        <source>Step of the descent</source>
        <translation>Schritt des Abstiegs</translation>
    </message>
    <message>
        <source>learning rate η</source>
        <translation>Lernrate η</translation>
    </message>
    <message>
        <source>momentum μ</source>
        <translation>Momentum μ</translation>
    </message>
    <message>
        <source>at character {place}</source>
        <translation>bei Zeichen {place}</translation>
    </message>
    <message>
        <source>The function cannot be drawn: {reason}.</source>
        <translation>Die Funktion lässt sich nicht zeichnen: {reason}.</translation>
    </message>
    <message>
        <source>Step {at}: x = {x}, slope f′(x) = {slope}</source>
        <translation>Schritt {at}: x = {x}, Steigung f′(x) = {slope}</translation>
    </message>
    <message>
        <source>, next x = {x} − {pull} = {x2}</source>
        <translation>, nächstes x = {x} − {pull} = {x2}</translation>
    </message>
    <message>
        <source>, where v = μ·v + f′(x) = {v}</source>
        <translation>, mit v = μ·v + f′(x) = {v}</translation>
    </message>
    <message>
        <source>by 1</source>
        <translation>um 1</translation>
    </message>
    <message>
        <source>, and everything that depends on it moves too</source>
        <translation>, und alles, was davon abhängt, bewegt sich mit</translation>
    </message>
    <message>
        <source>What moves</source>
        <translation>Was sich bewegt</translation>
    </message>
    <message>
        <source>Which entry moves</source>
        <translation>Welcher Eintrag sich bewegt</translation>
    </message>
    <message>
        <source>For the derivatives of all {width} logits with respect to one input it would be the other way round: one forward pass, {width} backward passes.</source>
        <translation>Für die Ableitungen aller {width} Logits nach einer Eingabe wäre es umgekehrt: ein Vorwärtsdurchgang, {width} Rückwärtsdurchgänge.</translation>
    </message>
    <message>
        <source>J changes by &lt;b&gt;{derivative}&lt;/b&gt; per unit change of {name}; the backward pass gave {reverse}.&lt;br&gt;&lt;span style=&apos;color:{secondary}&apos;&gt;{said}&lt;/span&gt;</source>
        <translation>J ändert sich um &lt;b&gt;{derivative}&lt;/b&gt; je Einheit, um die sich {name} ändert; der Rückwärtsdurchgang ergab {reverse}.&lt;br&gt;&lt;span style=&apos;color:{secondary}&apos;&gt;{said}&lt;/span&gt;</translation>
    </message>
    <message>
        <source>Δ tangent: how much a value moves when the chosen one moves by 1.</source>
        <translation>Δ Tangente: wie weit sich ein Wert bewegt, wenn sich der gewählte um 1 bewegt.</translation>
    </message>
    <message>
        <source>∂ gradient of J. Thicker lines carry more gradient back; dashed lines carry none.</source>
        <translation>∂ Gradient von J. Dickere Linien tragen mehr Gradient zurück; gestrichelte keinen.</translation>
    </message>
    <message>
        <source>A minibatch has many values per unit; choose one example to see units.</source>
        <translation>Ein Minibatch hat viele Werte je Einheit; ein einzelnes Beispiel zeigt Einheiten.</translation>
    </message>
    <message>
        <source>Units are shown for up to {MOST_UNITS} per layer and {MOST_CARDS} in all.</source>
        <translation>Einheiten werden bis zu {MOST_UNITS} je Schicht und {MOST_CARDS} insgesamt gezeigt.</translation>
    </message>
    <message>
        <source>To the start</source>
        <translation>Zum Anfang</translation>
    </message>
    <message>
        <source>Home</source>
        <translation>Pos1</translation>
    </message>
    <message>
        <source>One node back</source>
        <translation>Einen Knoten zurück</translation>
    </message>
    <message>
        <source>Play the walk</source>
        <translation>Den Rechenweg abspielen</translation>
    </message>
    <message>
        <source>One node forward</source>
        <translation>Einen Knoten weiter</translation>
    </message>
    <message>
        <source>To the end</source>
        <translation>Zum Ende</translation>
    </message>
    <message>
        <source>End</source>
        <translation>Ende</translation>
    </message>
    <message>
        <source>Place in the walk</source>
        <translation>Stelle im Rechenweg</translation>
    </message>
    <message>
        <source>Which derivative is checked</source>
        <translation>Welche Ableitung geprüft wird</translation>
    </message>
    <message>
        <source>The derivative explained first and checked.</source>
        <translation>Die Ableitung, die zuerst erklärt und geprüft wird.</translation>
    </message>
    <message>
        <source>What happens here</source>
        <translation>Was hier geschieht</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>Vorwärts</translation>
    </message>
    <message>
        <source>Backward</source>
        <translation>Rückwärts</translation>
    </message>
    <message>
        <source>{way} {index} of {count}</source>
        <translation>{way} {index} von {count}</translation>
    </message>
    <message>
        <source>Forward mode</source>
        <translation>Vorwärtsmodus</translation>
    </message>
    <message>
        <source>Update</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Paths</source>
        <translation>Pfade</translation>
    </message>
    <message>
        <source>Ways</source>
        <translation>Verfahren</translation>
    </message>
    <message>
        <source>Chance</source>
        <translation>Zufall</translation>
    </message>
    <message>
        <source>Descent in 1-D</source>
        <translation>Abstieg in 1-D</translation>
    </message>
    <message>
        <source>{key} must be a number or minibatch, got {value}</source>
        <translation>{key} muss eine Zahl oder minibatch sein; angegeben: {value}</translation>
    </message>
    <message>
        <source>Units</source>
        <translation>Einheiten</translation>
    </message>
    <message>
        <source>Pages of the Walk view</source>
        <translation>Seiten der Ansicht Rechenweg</translation>
    </message>
    <message>
        <source>example</source>
        <translation>Beispiel</translation>
    </message>
    <message>
        <source>White</source>
        <translation>Weiß</translation>
    </message>
    <message>
        <source>Black</source>
        <translation>Schwarz</translation>
    </message>
    <message>
        <source>Red</source>
        <translation>Rot</translation>
    </message>
    <message>
        <source>Yellow</source>
        <translation>Gelb</translation>
    </message>
    <message>
        <source>Green</source>
        <translation>Grün</translation>
    </message>
    <message>
        <source>Blue</source>
        <translation>Blau</translation>
    </message>
    <message>
        <source>Brown</source>
        <translation>Braun</translation>
    </message>
    <message>
        <source>Grey</source>
        <translation>Grau</translation>
    </message>
    <message>
        <source>{name} ink</source>
        <translation>Farbe {name}</translation>
    </message>
    <message>
        <source>Example</source>
        <translation>Beispiel</translation>
    </message>
    <message>
        <source>Start from an example, by number: from the test split, or from the training split if there is no test split.</source>
        <translation>Von einem Beispiel nach seiner Nummer ausgehen: aus dem Testteil, oder aus dem Trainingsteil, wenn es keinen Testteil gibt.</translation>
    </message>
    <message>
        <source>Next wrong</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>Next wrong example</source>
        <translation>Nächstes falsches Beispiel</translation>
    </message>
    <message>
        <source>The next example that the network gets wrong.</source>
        <translation>Das nächste Beispiel, bei dem das Netz falsch liegt.</translation>
    </message>
    <message>
        <source>Undo stroke</source>
        <translation>Strich zurücknehmen</translation>
    </message>
    <message>
        <source>Undo the last stroke.</source>
        <translation>Den letzten Strich zurücknehmen.</translation>
    </message>
    <message>
        <source>Clear the pad</source>
        <translation>Feld leeren</translation>
    </message>
    <message>
        <source>Start with an empty picture.</source>
        <translation>Mit einem leeren Bild beginnen.</translation>
    </message>
    <message>
        <source>The training example to walk through. Pointing at an example in another view also chooses it.</source>
        <translation>Das Trainingsbeispiel, dessen Rechenweg gezeigt wird. Auf ein Beispiel in einer anderen Ansicht zu zeigen, wählt es ebenfalls.</translation>
    </message>
    <message>
        <source>Minibatch</source>
        <translation>Minibatch</translation>
    </message>
    <message>
        <source>All examples of the next step at once.</source>
        <translation>Alle Beispiele des nächsten Schritts auf einmal.</translation>
    </message>
    <message>
        <source>Keep this example</source>
        <translation>Dieses Beispiel festhalten</translation>
    </message>
    <message>
        <source>Pointing at others in other views no longer changes it.</source>
        <translation>Auf andere in anderen Ansichten zu zeigen, ändert es nicht mehr.</translation>
    </message>
    <message>
        <source>Show one card per unit.</source>
        <translation>Eine Karte je Einheit zeigen.</translation>
    </message>
    <message>
        <source>{words}, step {step}</source>
        <translation>{words}, Schritt {step}</translation>
    </message>
    <message>
        <source>dropout</source>
        <translation>Dropout</translation>
    </message>
    <message>
        <source>, without {left_out}</source>
        <translation>, ohne {left_out}</translation>
    </message>
    <message>
        <source>Paths, the largest products first</source>
        <translation>Pfade, die größten Produkte zuerst</translation>
    </message>
    <message>
        <source>{count} paths lead</source>
        <translation>{count} Pfade führen</translation>
    </message>
    <message>
        <source>One path leads</source>
        <translation>Ein Pfad führt</translation>
    </message>
    <message>
        <source>{many} from {title} to J</source>
        <translation>{many} von {title} zu J</translation>
    </message>
    <message>
        <source>; a local derivative of 0 cancels {dead} of them</source>
        <translation>; eine lokale Ableitung von 0 löscht {dead} davon aus</translation>
    </message>
    <message>
        <source>. Their products add up to ∂J/∂{title} = {total}</source>
        <translation>. Ihre Produkte ergeben zusammen ∂J/∂{title} = {total}</translation>
    </message>
    <message>
        <source> (the {hidden} paths that are not listed: {rest})</source>
        <translation> (die {hidden} nicht aufgeführten Pfade: {rest})</translation>
    </message>
    <message>
        <source>Path by path: {path_products} multiplications. Back-propagation computes the same sum with {reverse_products}, one per edge; all derivatives of this network together take {edges}.</source>
        <translation>Pfad für Pfad: {path_products} Multiplikationen. Backpropagation berechnet dieselbe Summe mit {reverse_products}, einer je Kante; alle Ableitungen dieses Netzes zusammen brauchen {edges}.</translation>
    </message>
    <message>
        <source>Graph of the walk</source>
        <translation>Graph des Rechenwegs</translation>
    </message>
    <message>
        <source>step {step} · J {value}</source>
        <translation>Schritt {step} · J {value}</translation>
    </message>
    <message>
        <source>{label} has no example {example}: its training split ends at example {examples}.</source>
        <translation>{label} hat kein Beispiel {example}: sein Trainingsteil endet bei Beispiel {examples}.</translation>
    </message>
    <message>
        <source> · {label} has no {missing}</source>
        <translation> · {label} hat kein {missing}</translation>
    </message>
    <message>
        <source>Run in the Walk view</source>
        <extracomment>The result for a run: its walk, or its number of examples.</extracomment>
        <translation>Lauf in der Ansicht Rechenweg</translation>
    </message>
    <message>
        <source>Parameter</source>
        <translation>Parameter</translation>
    </message>
    <message>
        <source>Pre-activation</source>
        <translation>Voraktivierung</translation>
    </message>
    <message>
        <source>Layers side by side</source>
        <extracomment>Added to a variance before its root is taken, as PyTorch does.</extracomment>
        <translation>Schichten nebeneinander</translation>
    </message>
    <message>
        <source>Sum</source>
        <translation>Summe</translation>
    </message>
    <message>
        <source>Mean loss</source>
        <translation>Mittlerer Verlust</translation>
    </message>
    <message>
        <source>Penalty</source>
        <translation>Strafterm</translation>
    </message>
    <message>
        <source>Objective</source>
        <translation>Zielfunktion</translation>
    </message>
    <message>
        <source>the target</source>
        <translation>das Ziel</translation>
    </message>
    <message>
        <source>this parameter</source>
        <translation>dieser Parameter</translation>
    </message>
    <message>
        <source>this pre-activation</source>
        <translation>diese Voraktivierung</translation>
    </message>
    <message>
        <source>what was normalised</source>
        <translation>das Normalisierte</translation>
    </message>
    <message>
        <source>this activation</source>
        <translation>diese Aktivierung</translation>
    </message>
    <message>
        <source>these layers side by side</source>
        <translation>die Verkettung dieser Schichten</translation>
    </message>
    <message>
        <source>this sum</source>
        <translation>diese Summe</translation>
    </message>
    <message>
        <source>the loss</source>
        <translation>der Verlust</translation>
    </message>
    <message>
        <source>the mean loss</source>
        <translation>der mittlere Verlust</translation>
    </message>
    <message>
        <source>the penalty</source>
        <translation>der Strafterm</translation>
    </message>
    <message>
        <source>itself: the backward pass starts with 1</source>
        <translation>J selbst (der Rückwärtsdurchgang beginnt mit 1)</translation>
    </message>
    <message>
        <source>Comes from the problem.</source>
        <translation>Kommt aus dem Problem.</translation>
    </message>
    <message>
        <source>What the loss compares the output with.</source>
        <translation>Womit der Verlust die Ausgabe vergleicht.</translation>
    </message>
    <message>
        <source>Learned: the update changes it.</source>
        <translation>Gelernt: Die Aktualisierung ändert ihn.</translation>
    </message>
    <message>
        <source>how J changes with {what}</source>
        <translation>wie sich J ändert, wenn sich {what} ändert</translation>
    </message>
    <message>
        <source>Check by differences: </source>
        <translation>Probe durch Differenzen: </translation>
    </message>
    <message>
        <source>Product: </source>
        <translation>Produkt: </translation>
    </message>
    <message>
        <source>; plus </source>
        <translation>; plus </translation>
    </message>
    <message>
        <source>… and {count} more</source>
        <translation>… und {count} weitere</translation>
    </message>
    <message>
        <source>Update, entry by entry</source>
        <translation>Schritt, Eintrag für Eintrag</translation>
    </message>
    <message>
        <source>All parameters</source>
        <translation>Alle Parameter</translation>
    </message>
    <message>
        <source>One step on {words}. </source>
        <translation>Ein Schritt mit {words}. </translation>
    </message>
    <message>
        <source>before</source>
        <translation>vorher</translation>
    </message>
    <message>
        <source>gradient g</source>
        <translation>Gradient g</translation>
    </message>
    <message>
        <source>{letter} before</source>
        <translation>{letter} vorher</translation>
    </message>
    <message>
        <source>{letter} after</source>
        <translation>{letter} nachher</translation>
    </message>
    <message>
        <source>change</source>
        <translation>Änderung</translation>
    </message>
    <message>
        <source>after</source>
        <translation>nachher</translation>
    </message>
    <message>
        <source>&lt;p style=&apos;color:{secondary}&apos;&gt;… and {left} more&lt;/p&gt;</source>
        <translation>&lt;p style=&apos;color:{secondary}&apos;&gt;… und {left} weitere&lt;/p&gt;</translation>
    </message>
    <message>
        <source>frozen</source>
        <translation>eingefroren</translation>
    </message>
    <message>
        <source>passes</source>
        <translation>Durchgänge</translation>
    </message>
    <message>
        <source>multiplications (log)</source>
        <translation>Multiplikationen (log)</translation>
    </message>
    <message>
        <source>spread</source>
        <translation>Streuung</translation>
    </message>
    <message>
        <source>Pause training to measure.</source>
        <translation>Zum Messen das Training anhalten.</translation>
    </message>
    <message>
        <source>Ways to compute the gradient and what they cost</source>
        <translation>Verfahren für den Gradienten und was sie kosten</translation>
    </message>
    <message>
        <source>Ways to the gradient</source>
        <translation>Verfahren für den Gradienten</translation>
    </message>
    <message>
        <source>The gradient of J with respect to {parameters} parameters, measured on {words} at step {step}. One forward pass takes {one_pass} multiplications. Error and spread are relative to the norm of the gradient.</source>
        <translation>Der Gradient von J nach {parameters} Parametern, gemessen an {words} bei Schritt {step}. Ein Vorwärtsdurchgang braucht {one_pass} Multiplikationen. Fehler und Streuung sind relativ zur Norm des Gradienten.</translation>
    </message>
    <message>
        <source>Formulas are not written out here: {why_no_symbols}.</source>
        <translation>Formeln werden hier nicht ausgeschrieben: {why_no_symbols}.</translation>
    </message>
    <message>
        <source>Written out as formulas, the derivatives have {written} symbols, because subexpressions shared by several paths are repeated; with each written once and given a name they have {shared}.</source>
        <translation>Als Formeln ausgeschrieben haben die Ableitungen {written} Zeichen, weil Teilausdrücke, die mehrere Pfade gemeinsam haben, wiederholt werden; jeder einmal geschrieben und benannt, sind es {shared}.</translation>
    </message>
    <message>
        <source>Fly through</source>
        <translation>Durchfliegen</translation>
    </message>
    <message>
        <source>Plays the path from the input to the logits in a few seconds.</source>
        <translation>Spielt den Weg von der Eingabe zu den Logits in wenigen Sekunden ab.</translation>
    </message>
    <message>
        <source>Unfold</source>
        <translation>Auffalten</translation>
    </message>
    <message>
        <source>Plays the path back to the input: every fold opens, and what was drawn once in the folded plane appears in each of its copies.</source>
        <translation>Spielt den Weg zurück zur Eingabe ab: Jede Falte öffnet sich, und was in der gefalteten Ebene einmal gezeichnet war, erscheint in jeder ihrer Kopien.</translation>
    </message>
    <message>
        <source>Stop flying</source>
        <translation>Flug anhalten</translation>
    </message>
    <message>
        <source>Stop here.</source>
        <translation>Hier anhalten.</translation>
    </message>
    <message>
        <source>PCA</source>
        <translation>PCA</translation>
    </message>
    <message>
        <source>Read-out plane</source>
        <translation>Ausleseebene</translation>
    </message>
    <message>
        <source>Pair of units</source>
        <translation>Paar von Einheiten</translation>
    </message>
    <message>
        <source>Plain</source>
        <translation>Schlicht</translation>
    </message>
    <message>
        <source>By position</source>
        <translation>Nach Ort</translation>
    </message>
    <message>
        <source>By output</source>
        <translation>Nach Ausgabe</translation>
    </message>
    <message>
        <source>Grid lines</source>
        <translation>Gitterlinien</translation>
    </message>
    <message>
        <source>Grid lines each way</source>
        <translation>Gitterlinien je Richtung</translation>
    </message>
    <message>
        <source>Grid colour</source>
        <translation>Gitterfarbe</translation>
    </message>
    <message>
        <source>Wide layers</source>
        <translation>Breite Schichten</translation>
    </message>
    <message>
        <source>Projection of wide layers</source>
        <translation>Projektion breiter Schichten</translation>
    </message>
    <message>
        <source>Unit on x</source>
        <translation>Einheit auf x</translation>
    </message>
    <message>
        <source>Unit on the x axis</source>
        <translation>Einheit auf der x-Achse</translation>
    </message>
    <message>
        <source>Unit on y</source>
        <translation>Einheit auf y</translation>
    </message>
    <message>
        <source>Unit on the y axis</source>
        <translation>Einheit auf der y-Achse</translation>
    </message>
    <message>
        <source>Examples as pictures, where possible</source>
        <translation>Beispiele als Bilder, wo möglich</translation>
    </message>
    <message>
        <source>input</source>
        <translation>Eingabe</translation>
    </message>
    <message>
        <source>layer {space}</source>
        <translation>Schicht {space}</translation>
    </message>
    <message>
        <source> · {mode} shows {share}</source>
        <translation> · {mode} zeigt {share}</translation>
    </message>
    <message>
        <source>linearly separable {number}</source>
        <translation>linear trennbar {number}</translation>
    </message>
    <message>
        <source>linear read-out explains {number}</source>
        <translation>lineares Auslesen erklärt {number}</translation>
    </message>
    <message>
        <source>asked about</source>
        <translation>gefragt</translation>
    </message>
    <message>
        <source>target {values}</source>
        <translation>Ziel {values}</translation>
    </message>
    <message>
        <source>, test</source>
        <translation>, Test</translation>
    </message>
    <message>
        <source>Warped plane</source>
        <extracomment>Pixels of the points as painted, and which examples they are: the next result may be of another sample before it is painted.</extracomment>
        <translation>Verformte Ebene</translation>
    </message>
    <message>
        <source>Computing how the layers move the plane</source>
        <translation>Es wird berechnet, wie die Schichten die Ebene bewegen</translation>
    </message>
    <message>
        <source>Some values are NaN or infinite. Rewind to continue.</source>
        <translation>Einige Werte sind NaN oder unendlich. Zum Fortfahren zurückspulen.</translation>
    </message>
    <message>
        <source>W mirrors the plane: it flips through depth</source>
        <translation>W spiegelt die Ebene: sie klappt durch die Tiefe um</translation>
    </message>
    <message>
        <source>layer {spot} maps every point to the same place: nothing after it can tell them apart</source>
        <translation>Schicht {spot} bildet alle Punkte auf dieselbe Stelle ab: danach kann sie nichts mehr unterscheiden</translation>
    </message>
    <message>
        <source>lines: how far f({added}) moves each point from {added}</source>
        <translation>Linien: wie weit f({added}) jeden Punkt von {added} wegbewegt</translation>
    </message>
    <message>
        <source>One unit gives one axis; the vertical spread only separates the points</source>
        <translation>Eine Einheit ergibt eine Achse; die senkrechte Streuung trennt nur die Punkte</translation>
    </message>
    <message>
        <source>Path through the network</source>
        <translation>Weg durch das Netz</translation>
    </message>
    <message>
        <source>Left and right show the layer before or after, Home and End the ends.</source>
        <translation>Links und Rechts zeigen die Schicht davor oder danach, Pos1 und Ende die Enden.</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>Ausblenden</translation>
    </message>
    <message>
        <source>Dismiss.</source>
        <translation>Ausblenden.</translation>
    </message>
    <message>
        <source>Reset {title}</source>
        <extracomment>The item role that tells whether an entry of a combo box can be chosen. Width left for the label; longer texts take two lines.</extracomment>
        <translation>{title} zurücksetzen</translation>
    </message>
    <message>
        <source>Reset to the default.</source>
        <translation>Auf den Standardwert zurücksetzen.</translation>
    </message>
    <message>
        <source>{title}, slider</source>
        <translation>{title}, Schieber</translation>
    </message>
    <message>
        <source>Write dates like 2024-03-01.</source>
        <translation>Ein Datum schreibt man so: 2024-03-01.</translation>
    </message>
    <message>
        <source>Find a column</source>
        <translation>Spalte suchen</translation>
    </message>
    <message>
        <source>{left} more: type a part of their name above.</source>
        <translation>{left} weitere: oben einen Teil ihres Namens eintippen.</translation>
    </message>
    <message>
        <source>No column has this in its name.</source>
        <translation>Keine Spalte hat das in ihrem Namen.</translation>
    </message>
    <message>
        <source>The cell is empty.</source>
        <translation>Die Zelle ist leer.</translation>
    </message>
    <message>
        <source>The prediction follows as you change it.</source>
        <translation>Die Vorhersage folgt jeder Änderung.</translation>
    </message>
    <message>
        <source>missing</source>
        <extracomment>Kinds of column: a number, a date as days since 1970, or one of several words.</extracomment>
        <translation>fehlt</translation>
    </message>
    <message>
        <source>mixed</source>
        <translation>verschieden</translation>
    </message>
    <message>
        <source>Click to fold or unfold.</source>
        <translation>Klick klappt auf oder zu.</translation>
    </message>
    <message>
        <source>Show run {label}</source>
        <translation>Lauf {label} zeigen</translation>
    </message>
    <message>
        <source>loss {before} → {after} ({sign}{change})</source>
        <translation>Verlust {before} → {after} ({sign}{change})</translation>
    </message>
    <message>
        <source>reliability: bins</source>
        <translation>Zuverlässigkeit: Intervalle</translation>
    </message>
    <message>
        <source>be 1 or more</source>
        <translation>1 oder mehr sein</translation>
    </message>
    <message>
        <source>temperature: loss must give probabilities, got {loss}</source>
        <translation>Temperatur: Der Verlust muss Wahrscheinlichkeiten geben; angegeben: {loss}</translation>
    </message>
    <message>
        <source>conformal: miss</source>
        <translation>konform: Fehlerrate</translation>
    </message>
    <message>
        <source>be in (0, 1)</source>
        <translation>in (0, 1) liegen</translation>
    </message>
    <message>
        <source>conformal: calibration examples</source>
        <translation>konform: Kalibrierbeispiele</translation>
    </message>
    <message>
        <source>cost matrix must be {classes} by {classes} finite numbers, got {shape}</source>
        <translation>die Kostenmatrix muss aus {classes} mal {classes} endlichen Zahlen bestehen; angegeben: {shape}</translation>
    </message>
    <message>
        <source>No layer of this network is random. Open a layer&apos;s menu in the network strip and choose Random units</source>
        <extracomment>The estimators compared; the learned baseline comes before the biased one.</extracomment>
        <translation>Keine Schicht dieses Netzes ist zufällig. Im Menü einer Schicht in der Netzleiste Zufällige Einheiten wählen</translation>
    </message>
    <message>
        <source>No estimator suits both 0/1 units and Gaussian units</source>
        <translation>Kein Schätzer passt sowohl zu 0/1-Einheiten als auch zu gaußschen Einheiten</translation>
    </message>
    <message>
        <source>chance: {reason}</source>
        <translation>Zufall: {reason}</translation>
    </message>
    <message>
        <source>{n} values are too few to judge</source>
        <translation>{n} Werte sind zu wenig für ein Urteil</translation>
    </message>
    <message>
        <source>overconfident: the bands are too narrow</source>
        <translation>zu sicher: Die Bänder sind zu schmal</translation>
    </message>
    <message>
        <source>underconfident: the bands are too wide</source>
        <translation>zu unsicher: Die Bänder sind zu breit</translation>
    </message>
    <message>
        <source>predicted too low</source>
        <translation>zu niedrig vorhergesagt</translation>
    </message>
    <message>
        <source>predicted too high</source>
        <translation>zu hoch vorhergesagt</translation>
    </message>
    <message>
        <source>calibrated: no further off than chance allows</source>
        <translation>kalibriert: nicht weiter daneben, als der Zufall erlaubt</translation>
    </message>
    <message>
        <source>largest curvature {largest}; there is no stability limit for this optimiser</source>
        <translation>größte Krümmung {largest}; für diesen Optimierer gibt es keine Stabilitätsgrenze</translation>
    </message>
    <message>
        <source>largest curvature {largest}, above the stability limit {limit}</source>
        <translation>größte Krümmung {largest}, über der Stabilitätsgrenze {limit}</translation>
    </message>
    <message>
        <source>largest curvature {largest}, below the stability limit {limit}</source>
        <translation>größte Krümmung {largest}, unter der Stabilitätsgrenze {limit}</translation>
    </message>
    <message>
        <source>healthy</source>
        <extracomment>Every word of a verdict.</extracomment>
        <translation>gesund</translation>
    </message>
    <message>
        <source>vanishing</source>
        <translation>verschwindend</translation>
    </message>
    <message>
        <source>exploding</source>
        <translation>explodierend</translation>
    </message>
    <message>
        <source>oscillating</source>
        <translation>schwingend</translation>
    </message>
    <message>
        <source>plateau</source>
        <translation>Plateau</translation>
    </message>
    <message>
        <source>solved</source>
        <translation>gelöst</translation>
    </message>
    <message>
        <source>diverged</source>
        <translation>divergiert</translation>
    </message>
    <message>
        <source>the gradient of layer {layer} is infinite</source>
        <translation>der Gradient von Schicht {layer} ist unendlich</translation>
    </message>
    <message>
        <source>the gradient goes round it through a shortcut</source>
        <translation>der Gradient umgeht sie über eine Abkürzung</translation>
    </message>
    <message>
        <source>no gradient gets past it</source>
        <translation>kein Gradient kommt daran vorbei</translation>
    </message>
    <message>
        <source>all units of layer {layer} are dead: {ends}</source>
        <translation>alle Einheiten von Schicht {layer} sind tot: {ends}</translation>
    </message>
    <message>
        <source>layer 1 gets {figure}× the gradient of layer {depth}, a factor of {figure2} per layer</source>
        <translation>Schicht 1 erhält das {figure}fache des Gradienten von Schicht {depth}, ein Faktor von {figure2} je Schicht</translation>
    </message>
    <message>
        <source>{share} of the units of layer {layer} are dead</source>
        <translation>{share} der Einheiten von Schicht {layer} sind tot</translation>
    </message>
    <message>
        <source>{stuck_share} of the points are confidently wrong and receive less than 1 % of the gradient that cross-entropy would give</source>
        <translation>{stuck_share} der Punkte sind sicher falsch und erhalten weniger als 1 % des Gradienten, den die Kreuzentropie gäbe</translation>
    </message>
    <message>
        <source>the gradient reverses direction at most steps (mean cosine {figure}): a smaller learning rate helps</source>
        <translation>der Gradient kehrt bei den meisten Schritten die Richtung um (mittlerer Kosinus {figure}): Eine kleinere Lernrate hilft</translation>
    </message>
    <message>
        <source>no gradient is left: {figure} per point on average</source>
        <translation>es ist kein Gradient übrig: im Mittel {figure} je Punkt</translation>
    </message>
    <message>
        <source>the loss changed by {figure} % over {count} steps while gradients still flow</source>
        <translation>der Verlust änderte sich um {figure} % in {count} Schritten, während noch Gradienten fließen</translation>
    </message>
    <message>
        <source>at most {dead} dead units</source>
        <translation>höchstens {dead} tote Einheiten</translation>
    </message>
    <message>
        <source>no dead units</source>
        <translation>keine toten Einheiten</translation>
    </message>
    <message>
        <source>mean gradient per point: {figure}, {said}</source>
        <translation>mittlerer Gradient je Punkt: {figure}, {said}</translation>
    </message>
    <message>
        <source>grows {between}×</source>
        <translation>wächst auf das {between}fache</translation>
    </message>
    <message>
        <source>shrinks {between}×</source>
        <translation>schrumpft um den Faktor {between}</translation>
    </message>
    <message>
        <source>changes by a factor of {between}</source>
        <translation>ändert sich um den Faktor {between}</translation>
    </message>
    <message>
        <source>the gradient {change} per layer towards the input, {said}</source>
        <translation>der Gradient {change} je Schicht zur Eingabe hin, {said}</translation>
    </message>
    <message>
        <source>{first} to {last}</source>
        <translation>{first} bis {last}</translation>
    </message>
    <message>
        <source>layer 1 receives</source>
        <translation>Schicht 1 erhält</translation>
    </message>
    <message>
        <source>layers 1–{last} receive</source>
        <translation>Schichten 1–{last} erhalten</translation>
    </message>
    <message>
        <source>{which} under 1 % of the output&apos;s gradient (layer 1: {figure}), a factor of {figure2} per layer</source>
        <translation>{which} unter 1 % des Gradienten der Ausgabe (Schicht 1: {figure}), ein Faktor von {figure2} je Schicht</translation>
    </message>
    <message>
        <source>; the mean slope of layer {weak} is {figure}</source>
        <translation>; die mittlere Steigung von Schicht {weak} ist {figure}</translation>
    </message>
    <message>
        <source>, the next W scales by {figure}</source>
        <translation>, das nächste W skaliert mit {figure}</translation>
    </message>
    <message>
        <source>landscape: units can be matched only if every layer reads just the one before it, without batch normalisation</source>
        <translation>Landschaft: Einheiten lassen sich nur zuordnen, wenn jede Schicht nur die vorige liest, ohne Batch-Normalisierung</translation>
    </message>
    <message>
        <source>layer {number}: {named} has no linear pieces; exact regions need one of {known}</source>
        <extracomment>How the mesh cuts a function with these kinks, and its pieces.</extracomment>
        <translation>Schicht {number}: {named} hat keine linearen Stücke; exakte Regionen brauchen eine von {known}</translation>
    </message>
    <message>
        <source>weights</source>
        <translation>Gewichte</translation>
    </message>
    <message>
        <source>running statistics</source>
        <translation>laufende Statistik</translation>
    </message>
    <message>
        <source>network: {name} must be finite, got {bad}</source>
        <translation>Netz: {name} muss endlich sein; angegeben: {bad}</translation>
    </message>
    <message>
        <source>be {count} numbers</source>
        <translation>aus {count} Zahlen bestehen</translation>
    </message>
    <message>
        <source>be finite</source>
        <extracomment>Beyond this the walk counts as diverged; nothing of interest is that large.
----------
Where a single output changes from class 0 to class 1. Whether the score compared with it is an affine function of the logits. Whether predictions are probabilities of classes. Whether the logit estimates the value itself; with squared error there is a closed form. The name of a prediction that is not a probability. Whether targets are rows of class shares: given as class numbers, and smoothed. Whether it predicts the distribution of values (`predicted`, `draws`). Whether its values go together (`joint`), or are a ranking (`order_of`). Whether ``components`` matters. The loss that Saturation compares it with on equal logits. Whether a confidently wrong output gets almost no push. ∂loss/∂z in words; and whether it is p − y, so that p follows from it. The loss of one target with numbers put in: heads, named parts and ``y``. The name in files, and which of several scales it is (`gaussian_nll`). The names of the heads in messages, in order.</extracomment>
        <translation>endlich sein</translation>
    </message>
    <message>
        <source>box: {axis}max must be above {axis}min, got {axis}min {low}, {axis}max {high}</source>
        <translation>Kasten: {axis}max muss über {axis}min liegen; angegeben: {axis}min {low}, {axis}max {high}</translation>
    </message>
    <message>
        <source>have a finite width</source>
        <translation>eine endliche Breite haben</translation>
    </message>
    <message>
        <source>landscape: the plane pca must have a path to follow, got weights that never moved (train some steps first)</source>
        <extracomment>Below this share of a direction&apos;s length, what is left of it counts as zero. A second main direction with less than this share of the first one&apos;s size is noise.</extracomment>
        <translation>Landschaft: Die Ebene pca braucht einen Weg; diese Gewichte haben sich nie bewegt (erst einige Schritte trainieren)</translation>
    </message>
    <message>
        <source>be parameters from 0 to {last}</source>
        <translation>Parameter von 0 bis {last} sein</translation>
    </message>
    <message>
        <source>landscape: weights</source>
        <translation>Landschaft: Gewichte</translation>
    </message>
    <message>
        <source>be two different ones</source>
        <translation>zwei verschiedene sein</translation>
    </message>
    <message>
        <source>landscape: runs must end at different weights, got equal ones</source>
        <translation>Landschaft: Die Läufe müssen bei verschiedenen Gewichten enden, diese sind gleich</translation>
    </message>
    <message>
        <source>landscape: the network must have two parameters or more, got 1</source>
        <translation>Landschaft: Das Netz muss mindestens zwei Parameter haben, es hat 1</translation>
    </message>
    <message>
        <source>projection: unit must be from 1 to {width}, got {index}</source>
        <translation>Projektion: Die Einheit muss von 1 bis {width} sein; angegeben: {index}</translation>
    </message>
    <message>
        <source>unit {i}</source>
        <translation>Einheit {i}</translation>
    </message>
    <message>
        <source>lie in the box {box}</source>
        <translation>im Kasten {box} liegen</translation>
    </message>
    <message>
        <source>regions: inputs</source>
        <translation>Regionen: Eingaben</translation>
    </message>
    <message>
        <source>be 2</source>
        <translation>2 sein</translation>
    </message>
    <message>
        <source>network: weights must be small enough for finite pre-activations</source>
        <translation>Netz: Die Gewichte müssen klein genug für endliche Voraktivierungen sein</translation>
    </message>
    <message>
        <source>regions: {room} must fit in memory, got too little memory</source>
        <translation>Regionen: {room} müssen in den Speicher passen, er reicht nicht</translation>
    </message>
    <message>
        <source>regions: their number must be at most {most} for a network this wide</source>
        <translation>Regionen: ihre Anzahl darf bei einem so breiten Netz höchstens {most} sein</translation>
    </message>
    <message>
        <source>0 wrong points without push</source>
        <translation>0 falsche Punkte ohne Schub</translation>
    </message>
    <message>
        <source>{count} wrong point gets less than 1 % of the push</source>
        <translation>{count} falscher Punkt erhält weniger als 1 % des Schubs</translation>
    </message>
    <message>
        <source>{count} wrong points get less than 1 % of the push</source>
        <translation>{count} falsche Punkte erhalten weniger als 1 % des Schubs</translation>
    </message>
    <message>
        <source>paths need a single example: choose one instead of the minibatch</source>
        <extracomment>The most pairs of entries that may be linked in total.</extracomment>
        <translation>Pfade brauchen ein einzelnes Beispiel: eines statt des Minibatches wählen</translation>
    </message>
    <message>
        <source>this network is too wide: {pairs} pairs of numbers could be linked</source>
        <translation>dieses Netz ist zu breit: {pairs} Zahlenpaare könnten verbunden sein</translation>
    </message>
    <message>
        <source>paths: {reason}</source>
        <translation>Pfade: {reason}</translation>
    </message>
    <message>
        <source>landscape: plane</source>
        <extracomment>Planes to choose from.</extracomment>
        <translation>Landschaft: Ebene</translation>
    </message>
    <message>
        <source>be one of {KINDS}</source>
        <translation>eines von {KINDS} sein</translation>
    </message>
    <message>
        <source>random direction</source>
        <translation>zufällige Richtung</translation>
    </message>
    <message>
        <source>another random direction</source>
        <translation>andere zufällige Richtung</translation>
    </message>
    <message>
        <source>1st main direction of the path</source>
        <translation>1. Hauptrichtung des Wegs</translation>
    </message>
    <message>
        <source>2nd main direction</source>
        <translation>2. Hauptrichtung</translation>
    </message>
    <message>
        <source>sharpest direction</source>
        <translation>schärfste Richtung</translation>
    </message>
    <message>
        <source>2nd sharpest</source>
        <translation>zweitschärfste</translation>
    </message>
    <message>
        <source>a random direction</source>
        <translation>eine zufällige Richtung</translation>
    </message>
    <message>
        <source>momentum</source>
        <translation>Momentum</translation>
    </message>
    <message>
        <source>downhill (−gradient)</source>
        <translation>bergab (−Gradient)</translation>
    </message>
    <message>
        <source>landscape: points must be three, got fewer</source>
        <translation>Landschaft: Es müssen drei Punkte sein, es sind weniger</translation>
    </message>
    <message>
        <source>from {name} towards {name2}</source>
        <translation>von {name} nach {name2}</translation>
    </message>
    <message>
        <source>landscape: weights must be from 0 to {last}, got {index}</source>
        <translation>Landschaft: Gewichte müssen von 0 bis {last} sein; angegeben: {index}</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Keine</translation>
    </message>
    <message>
        <source>Two columns</source>
        <translation>Zwei Spalten</translation>
    </message>
    <message>
        <source>Principal axes</source>
        <translation>Hauptachsen</translation>
    </message>
    <message>
        <source>Three examples</source>
        <translation>Drei Beispiele</translation>
    </message>
    <message>
        <source>slice: column</source>
        <extracomment>Of more inputs than this, so many examples: the work grows with their square.</extracomment>
        <translation>Schnitt: Spalte</translation>
    </message>
    <message>
        <source>be from 0 to {n}</source>
        <translation>von 0 bis {n} sein</translation>
    </message>
    <message>
        <source>slice: columns</source>
        <translation>Schnitt: Spalten</translation>
    </message>
    <message>
        <source>be two</source>
        <translation>zwei sein</translation>
    </message>
    <message>
        <source>first axis</source>
        <translation>erste Achse</translation>
    </message>
    <message>
        <source>second axis</source>
        <translation>zweite Achse</translation>
    </message>
    <message>
        <source>slice: kind must be one of {KINDS}, got {kind}</source>
        <translation>Schnitt: Art muss eine von {KINDS} sein; angegeben: {kind}</translation>
    </message>
    <message>
        <source>be from 0 to {count}</source>
        <translation>von 0 bis {count} sein</translation>
    </message>
    <message>
        <source>slice: example</source>
        <translation>Schnitt: Beispiel</translation>
    </message>
    <message>
        <source>slice: examples must be three that do not lie on a line, got {str}</source>
        <translation>Schnitt: Es müssen drei Beispiele sein, die nicht auf einer Geraden liegen; angegeben: {str}</translation>
    </message>
    <message>
        <source>from {a} to {b}</source>
        <translation>von {a} nach {b}</translation>
    </message>
    <message>
        <source>towards {c}</source>
        <translation>nach {c}</translation>
    </message>
    <message>
        <source>A plane needs the plain inputs, without features made from them.</source>
        <translation>Eine Ebene braucht die reinen Eingaben, ohne daraus gemachte Merkmale.</translation>
    </message>
    <message>
        <source>A plane needs a first layer that multiplies; {activation} units measure distances.</source>
        <translation>Eine Ebene braucht eine erste Schicht, die multipliziert; {activation}-Einheiten messen Abstände.</translation>
    </message>
    <message>
        <source>A plane needs a network that does not add the inputs to a layer.</source>
        <translation>Eine Ebene braucht ein Netz, das die Eingaben nicht zu einer Schicht addiert.</translation>
    </message>
    <message>
        <source>∂J/∂{title}: {shape_words}, norm {norm_of}</source>
        <extracomment>A slope below this lets almost nothing through.</extracomment>
        <translation>∂J/∂{title}: {shape_words}, Norm {norm_of}</translation>
    </message>
    <message>
        <source>… and {size} more</source>
        <translation>… und {size} weitere</translation>
    </message>
    <message>
        <source>share through {title}</source>
        <translation>Anteil über {title}</translation>
    </message>
    <message>
        <source>through {title}: {listed}</source>
        <translation>über {title}: {listed}</translation>
    </message>
    <message>
        <source>λ sign(W)</source>
        <translation>λ sign(W)</translation>
    </message>
    <message>
        <source>{own}, entry by entry: {shapes}</source>
        <translation>{own}, Eintrag für Eintrag: {shapes}</translation>
    </message>
    <message>
        <source>∂J/∂{over} passed on: {shapes}</source>
        <translation>∂J/∂{over} weitergereicht: {shapes}</translation>
    </message>
    <message>
        <source>No gradient arrives: {said}.</source>
        <translation>Kein Gradient kommt an: {said}.</translation>
    </message>
    <message>
        <source> through {closed}</source>
        <translation> durch {closed}</translation>
    </message>
    <message>
        <source>No gradient arrives{via}: changing {title} changes nothing.</source>
        <translation>Kein Gradient kommt an{via}: {title} zu ändern, ändert nichts.</translation>
    </message>
    <message>
        <source>The loss is flat here: the output gets almost no gradient.</source>
        <translation>Der Verlust ist hier flach: Die Ausgabe erhält fast keinen Gradienten.</translation>
    </message>
    <message>
        <source>No gradient flows through {title}{why}.</source>
        <translation>Kein Gradient fließt über {title}{why}.</translation>
    </message>
    <message>
        <source> and {count} more</source>
        <translation> und {count} weitere</translation>
    </message>
    <message>
        <source>{names} gets no gradient: every path back contains a factor of 0.</source>
        <translation>{names} erhält keinen Gradienten: Jeder Pfad zurück enthält einen Faktor 0.</translation>
    </message>
    <message>
        <source>{names} get no gradient: every path back contains a factor of 0.</source>
        <translation>{names} erhalten keinen Gradienten: Jeder Pfad zurück enthält einen Faktor 0.</translation>
    </message>
    <message>
        <source>what {title} is multiplied by is 0 here</source>
        <translation>womit {title} multipliziert wird, ist hier 0</translation>
    </message>
    <message>
        <source>Only the row that won gets gradient; the others get 0.</source>
        <translation>Nur die Zeile, die gewonnen hat, erhält Gradient; die anderen erhalten 0.</translation>
    </message>
    <message>
        <source>{share} of all units, over all examples, are off.</source>
        <translation>{share} aller Einheiten, über alle Beispiele, sind aus.</translation>
    </message>
    <message>
        <source>slope 0</source>
        <translation>Steigung 0</translation>
    </message>
    <message>
        <source>{units} off ({why}): no gradient passes.</source>
        <translation>{units} aus ({why}): Kein Gradient kommt durch.</translation>
    </message>
    <message>
        <source>{units} saturated: a slope of {top} lets almost nothing through.</source>
        <translation>{units} gesättigt: Eine Steigung von {top} lässt fast nichts durch.</translation>
    </message>
    <message>
        <source>Unit {units} is</source>
        <translation>Einheit {units} ist</translation>
    </message>
    <message>
        <source>Units {units} are</source>
        <translation>Einheiten {units} sind</translation>
    </message>
    <message>
        <source>be above 0</source>
        <translation>über 0 liegen</translation>
    </message>
    <message>
        <source>be in [0, 1)</source>
        <translation>in [0, 1) liegen</translation>
    </message>
    <message>
        <source>be from 1 to 10000</source>
        <translation>von 1 bis 10000 sein</translation>
    </message>
    <message>
        <source>Diverged at step {diverged}: each step overshoots by more than the last. A smaller learning rate helps.</source>
        <translation>Divergiert bei Schritt {diverged}: Jeder Schritt schießt weiter über das Ziel hinaus als der vorige. Eine kleinere Lernrate hilft.</translation>
    </message>
    <message>
        <source>at rest</source>
        <translation>in Ruhe</translation>
    </message>
    <message>
        <source>slope {slope}</source>
        <translation>Steigung {slope}</translation>
    </message>
    <message>
        <source>After {count} steps: x = {x}, f(x) = {f}, {rest}.</source>
        <translation>Nach {count} Schritten: x = {x}, f(x) = {f}, {rest}.</translation>
    </message>
    <message>
        <source>start must lie where the function is defined, got {x}</source>
        <translation>der Start muss liegen, wo die Funktion definiert ist; angegeben: {x}</translation>
    </message>
    <message>
        <source>Reverse mode: 1 pass, {reverse} multiplications, all {passes} derivatives. Forward mode: {passes} passes, one per parameter, {forward} multiplications.</source>
        <translation>Rückwärtsmodus: 1 Durchgang, {reverse} Multiplikationen, alle {passes} Ableitungen. Vorwärtsmodus: {passes} Durchgänge, einer je Parameter, {forward} Multiplikationen.</translation>
    </message>
    <message>
        <source>Reverse mode is {forward} times cheaper here, because J is one number and the parameters are many: one backward pass gives all the derivatives.</source>
        <translation>Der Rückwärtsmodus ist hier {forward}-mal günstiger, weil J eine Zahl ist und die Parameter viele sind: Ein Rückwärtsdurchgang liefert alle Ableitungen.</translation>
    </message>
    <message>
        <source>Forward mode is cheaper here: there are so few parameters.</source>
        <translation>Der Vorwärtsmodus ist hier günstiger: Es gibt so wenige Parameter.</translation>
    </message>
    <message>
        <source>Both cost the same here.</source>
        <translation>Beide kosten hier gleich viel.</translation>
    </message>
    <message>
        <source>∂J/∂{name} has a kink here: slope {left} on the left, {right} on the right; the graph takes {graph}.</source>
        <translation>∂J/∂{name} hat hier einen Knick: Steigung {left} links, {right} rechts; der Graph nimmt {graph}.</translation>
    </message>
    <message>
        <source>∂J/∂{name}: graph {graph}, difference {difference}, relative error {error}.</source>
        <translation>∂J/∂{name}: Graph {graph}, Differenz {difference}, relativer Fehler {error}.</translation>
    </message>
    <message>
        <source>not a number</source>
        <translation>keine Zahl</translation>
    </message>
    <message>
        <source>mean {read}</source>
        <translation>Mittel {read}</translation>
    </message>
    <message>
        <source>column sums of G = ∂J/∂{over}: {shapes}</source>
        <extracomment>The right-hand side of entry ``k`` with the numbers put in, for each kind of step.</extracomment>
        <translation>Spaltensummen von G = ∂J/∂{over}: {shapes}</translation>
    </message>
    <message>
        <source>the columns of G that are {title}: {shapes}</source>
        <translation>die Spalten von G, die {title} sind: {shapes}</translation>
    </message>
    <message>
        <source>G itself, passed on unchanged: {shapes}</source>
        <translation>G selbst, unverändert weitergereicht: {shapes}</translation>
    </message>
    <message>
        <source>Σ over examples of G ⊙ min(0, z): {shapes}</source>
        <translation>Σ über Beispiele von G ⊙ min(0, z): {shapes}</translation>
    </message>
    <message>
        <source>G ⊙ φ′({title}), entry by entry: {shapes}</source>
        <translation>G ⊙ φ′({title}), Eintrag für Eintrag: {shapes}</translation>
    </message>
    <message>
        <source>G goes to the row that won, 0 to the others: {shapes}</source>
        <translation>G geht an die Zeile, die gewonnen hat, 0 an die anderen: {shapes}</translation>
    </message>
    <message>
        <source>G for the means, 0 for the scales, where nothing is drawn: {shapes}</source>
        <translation>G für die Mittel, 0 für die Skalen, wo nichts gezogen wird: {shapes}</translation>
    </message>
    <message>
        <source>column sums of G ⊙ ∂{over}/∂{by}: {shapes}</source>
        <translation>Spaltensummen von G ⊙ ∂{over}/∂{by}: {shapes}</translation>
    </message>
    <message>
        <source>G γ/√(v+ε), minus what flows through mean and variance: {made}</source>
        <translation>G γ/√(v+ε), abzüglich dessen, was über Mittel und Varianz fließt: {made}</translation>
    </message>
    <message>
        <source>G ⊙ γ/√(v+ε), entry by entry: {shapes}</source>
        <translation>G ⊙ γ/√(v+ε), Eintrag für Eintrag: {shapes}</translation>
    </message>
    <message>
        <source>G times the same 0 or 1/(1 {MINUS} p), entry by entry: {shapes}</source>
        <translation>G mal dasselbe 0 oder 1/(1 {MINUS} p), Eintrag für Eintrag: {shapes}</translation>
    </message>
    <message>
        <source>training examples</source>
        <extracomment>The most examples of a minibatch that are walked; the sentence mentions it.</extracomment>
        <translation>Trainingsbeispiele</translation>
    </message>
    <message>
        <source>example {example}</source>
        <translation>Beispiel {example}</translation>
    </message>
    <message>
        <source>all {n} examples</source>
        <translation>alle {n} Beispiele</translation>
    </message>
    <message>
        <source>rows of data</source>
        <translation>Datenzeilen</translation>
    </message>
    <message>
        <source>example must be from 0 to {count}, the {what}, got {example}</source>
        <translation>das Beispiel muss von 0 bis {count} sein, die {what}; angegeben: {example}</translation>
    </message>
    <message>
        <source>, with {found}</source>
        <translation>, mit {found}</translation>
    </message>
    <message>
        <source>minibatch of {count} examples</source>
        <translation>Minibatch von {count} Beispielen</translation>
    </message>
    <message>
        <source>, the first {MAX_ROWS} of them</source>
        <translation>, die ersten {MAX_ROWS} davon</translation>
    </message>
    <message>
        <source>falls</source>
        <translation>fällt</translation>
    </message>
    <message>
        <source>rises</source>
        <translation>steigt</translation>
    </message>
    <message>
        <source>stays</source>
        <translation>bleibt</translation>
    </message>
    <message>
        <source> to {J_after}</source>
        <translation> auf {J_after}</translation>
    </message>
    <message>
        <source>{title}, rate {rate}: J {way} from {J_before}{end}</source>
        <translation>{title}, Rate {rate}: J {way} von {J_before}{end}</translation>
    </message>
    <message>
        <source> (by {moved})</source>
        <translation> (um {moved})</translation>
    </message>
    <message>
        <source> The step was too long for this slope, or followed old gradients.</source>
        <translation> Der Schritt war zu lang für dieses Gefälle oder folgte alten Gradienten.</translation>
    </message>
    <message>
        <source> Clipping scaled the gradient by {clip}.</source>
        <translation> Die Begrenzung skalierte den Gradienten mit {clip}.</translation>
    </message>
    <message>
        <source> Frozen: {frozen}.</source>
        <translation> Eingefroren: {frozen}.</translation>
    </message>
    <message>
        <source>{n} examples, one per row: {shape_words}</source>
        <translation>{n} Beispiele, je eine Zeile: {shape_words}</translation>
    </message>
    <message>
        <source>mean {mean}, from {values} to {values2}</source>
        <translation>Mittel {mean}, von {values} bis {values2}</translation>
    </message>
    <message>
        <source>error on {MEASURED} of {size} parameters</source>
        <translation>Fehler an {MEASURED} von {size} Parametern</translation>
    </message>
    <message>
        <source>Finite differences</source>
        <translation>Endliche Differenzen</translation>
    </message>
    <message>
        <source>Reverse mode</source>
        <translation>Rückwärtsmodus</translation>
    </message>
    <message>
        <source>Symbolic</source>
        <translation>Symbolisch</translation>
    </message>
    <message>
        <source>Random perturbations (SPSA)</source>
        <translation>Zufällige Störungen (SPSA)</translation>
    </message>
    <message>
        <source>spread over {DRAWS} draws; in theory √(parameters − 1) = {sqrt}</source>
        <translation>Streuung über {DRAWS} Ziehungen; theoretisch √(Parameter − 1) = {sqrt}</translation>
    </message>
    <message>
        <source>{units} sampling units, more than {MAX_EXACT}</source>
        <extracomment>Of each Bernoulli layer (n, units): E[J s²] / E[s²], s the score.</extracomment>
        <translation>{units} zufällige Einheiten, mehr als {MAX_EXACT}</translation>
    </message>
    <message>
        <source>Gaussian units whose loss is not a quadratic function of the noise</source>
        <translation>Gaußsche Einheiten, deren Verlust keine quadratische Funktion des Rauschens ist</translation>
    </message>
    <message>
        <source>day {value}</source>
        <translation>Tag {value}</translation>
    </message>
    <message>
        <source>add layer {before}</source>
        <translation>Schicht {before} hinzufügen</translation>
    </message>
    <message>
        <source>remove layer {index}</source>
        <translation>Schicht {index} entfernen</translation>
    </message>
    <message>
        <source>number of layers</source>
        <translation>Anzahl der Schichten</translation>
    </message>
    <message>
        <source>be from 0 to {MAX_LAYERS}</source>
        <translation>von 0 bis {MAX_LAYERS} sein</translation>
    </message>
    <message>
        <source>layer {index}</source>
        <translation>Schicht {index}</translation>
    </message>
    <message>
        <source>{name} of {where}</source>
        <translation>{name} von {where}</translation>
    </message>
    <message>
        <source>{name} of all layers</source>
        <translation>{name} aller Schichten</translation>
    </message>
    <message>
        <source>output: field must be one of {known}, got {name}</source>
        <translation>Ausgabe: Feld muss eines von {known} sein; angegeben: {name}</translation>
    </message>
    <message>
        <source>freeze output layer</source>
        <translation>Ausgabeschicht einfrieren</translation>
    </message>
    <message>
        <source>unfreeze output layer</source>
        <translation>Ausgabeschicht auftauen</translation>
    </message>
    <message>
        <source>be from 1 to {count}</source>
        <translation>von 1 bis {count} sein</translation>
    </message>
    <message>
        <source>layer: field must be one of {known}, got {name}</source>
        <translation>Schicht: Feld muss eines von {known} sein; angegeben: {name}</translation>
    </message>
    <message>
        <source>step: count</source>
        <translation>Schritt: Anzahl</translation>
    </message>
    <message>
        <source>be above 0 steps per second</source>
        <translation>über 0 Schritten pro Sekunde liegen</translation>
    </message>
    <message>
        <source>be 0 or more</source>
        <translation>0 oder mehr sein</translation>
    </message>
    <message>
        <source>weights set</source>
        <translation>Gewichte gesetzt</translation>
    </message>
    <message>
        <source>compiling kernels …</source>
        <extracomment>Seconds of training at full speed between two checks of the queue, and two snapshots. A command interrupts a chunk; each end of one takes the interpreter&apos;s lock from the window, which shows no more than 25 pictures a second.</extracomment>
        <translation>Kernel werden kompiliert …</translation>
    </message>
    <message>
        <source>engine: cold_start must be background or wait, got {cold_start}</source>
        <translation>Engine: cold_start muss background oder wait sein; angegeben: {cold_start}</translation>
    </message>
    <message>
        <source>the kernels could not be compiled: {error}</source>
        <translation>die Kernel ließen sich nicht kompilieren: {error}</translation>
    </message>
    <message>
        <source>parameter: layer</source>
        <translation>Parameter: Schicht</translation>
    </message>
    <message>
        <source>parameter: name must be one of {blocks} in {where}, got {name}</source>
        <translation>Parameter: Name muss eines von {blocks} in {where} sein; angegeben: {name}</translation>
    </message>
    <message>
        <source>parameter: index into {name} of {where}</source>
        <translation>Parameter: Index in {name} von {where}</translation>
    </message>
    <message>
        <source>lie inside {shape}</source>
        <translation>innerhalb von {shape} liegen</translation>
    </message>
    <message>
        <source>parameter: {name} of {where}</source>
        <translation>Parameter: {name} von {where}</translation>
    </message>
    <message>
        <source>be a finite {dtype}</source>
        <translation>eine endliche Zahl ({dtype}) sein</translation>
    </message>
    <message>
        <source>parameter: W of {where} must stay 0 where its link is cut, got {value}</source>
        <translation>Parameter: W von {where} muss 0 bleiben, wo seine Verbindung gekappt ist; angegeben: {value}</translation>
    </message>
    <message>
        <source>parameters: theta</source>
        <translation>Parameter: theta</translation>
    </message>
    <message>
        <source>have shape {shape}</source>
        <translation>die Form {shape} haben</translation>
    </message>
    <message>
        <source>NaN or infinity</source>
        <translation>NaN oder unendlich</translation>
    </message>
    <message>
        <source>parameters: theta must be 0 where a link is cut, got another number</source>
        <translation>Parameter: theta muss 0 sein, wo eine Verbindung gekappt ist; angegeben ist eine andere Zahl</translation>
    </message>
    <message>
        <source>branch: step</source>
        <translation>Abzweigung: Schritt</translation>
    </message>
    <message>
        <source>batch size</source>
        <translation>Batchgröße</translation>
    </message>
    <message>
        <source>beta1</source>
        <translation>beta1</translation>
    </message>
    <message>
        <source>beta2</source>
        <translation>beta2</translation>
    </message>
    <message>
        <source>rms alpha</source>
        <translation>RMS-alpha</translation>
    </message>
    <message>
        <source>clip norm</source>
        <translation>Normbegrenzung</translation>
    </message>
    <message>
        <source>precision</source>
        <translation>Rechengenauigkeit</translation>
    </message>
    <message>
        <source>negative slope</source>
        <translation>negative Steigung</translation>
    </message>
    <message>
        <source>alpha</source>
        <translation>alpha</translation>
    </message>
    <message>
        <source>maxout k</source>
        <translation>Maxout-k</translation>
    </message>
    <message>
        <source>sigma</source>
        <translation>sigma</translation>
    </message>
    <message>
        <source>slope</source>
        <translation>Steigung</translation>
    </message>
    <message>
        <source>units</source>
        <translation>Einheiten</translation>
    </message>
    <message>
        <source>activation</source>
        <translation>Aktivierung</translation>
    </message>
    <message>
        <source>batch norm</source>
        <translation>Batch-Normalisierung</translation>
    </message>
    <message>
        <source>sample</source>
        <translation>Ziehung</translation>
    </message>
    <message>
        <source>estimator</source>
        <translation>Schätzer</translation>
    </message>
    <message>
        <source>optimiser</source>
        <translation>Optimierer</translation>
    </message>
    <message>
        <source>schedule</source>
        <translation>Zeitplan</translation>
    </message>
    <message>
        <source>components</source>
        <translation>Komponenten</translation>
    </message>
    <message>
        <source>compiled</source>
        <translation>kompiliert</translation>
    </message>
    <message>
        <source>learns both halves</source>
        <translation>lernt beide Hälften</translation>
    </message>
    <message>
        <source>learns the left half</source>
        <translation>lernt die linke Hälfte</translation>
    </message>
    <message>
        <source>learns the right half</source>
        <translation>lernt die rechte Hälfte</translation>
    </message>
    <message>
        <source>native kernels</source>
        <translation>native Kernel</translation>
    </message>
    <message>
        <source>reference engine</source>
        <translation>Referenz-Engine</translation>
    </message>
    <message>
        <source>{what} took over</source>
        <translation>{what}: übernommen</translation>
    </message>
    <message>
        <source>bias</source>
        <extracomment>Fields that the controls call by a letter.</extracomment>
        <translation>Bias</translation>
    </message>
    <message>
        <source>{subject}: {name}</source>
        <translation>{subject}: {name}</translation>
    </message>
    <message>
        <source>from {start}</source>
        <translation>von {start}</translation>
    </message>
    <message>
        <source>row {row} of {per}</source>
        <translation>Zeile {row} von {per}</translation>
    </message>
    <message>
        <source>problem {title} → {title2}</source>
        <translation>Problem {title} → {title2}</translation>
    </message>
    <message>
        <source>own data changed</source>
        <translation>eigene Daten geändert</translation>
    </message>
    <message>
        <source>features changed</source>
        <translation>Merkmale geändert</translation>
    </message>
    <message>
        <source>sample changed</source>
        <translation>Stichprobe geändert</translation>
    </message>
    <message>
        <source>layer {i} removed</source>
        <translation>Schicht {i} entfernt</translation>
    </message>
    <message>
        <source>layer {j} added: {units} {title} units</source>
        <translation>Schicht {j} hinzugefügt: {units} Einheiten, {title}</translation>
    </message>
    <message>
        <source>layer {j}: {units} → {units2} units</source>
        <translation>Schicht {j}: {units} → {units2} Einheiten</translation>
    </message>
    <message>
        <source>layer {j}: {title} → {title2}</source>
        <translation>Schicht {j}: {title} → {title2}</translation>
    </message>
    <message>
        <source>layer {j} frozen</source>
        <translation>Schicht {j} eingefroren</translation>
    </message>
    <message>
        <source>layer {j} unfrozen</source>
        <translation>Schicht {j} aufgetaut</translation>
    </message>
    <message>
        <source>on</source>
        <extracomment>Fields of a layer whose changes have words of their own.</extracomment>
        <translation>ein</translation>
    </message>
    <message>
        <source>layer {j} batch normalisation {on}</source>
        <translation>Schicht {j} Batch-Normalisierung {on}</translation>
    </message>
    <message>
        <source>layer {j} random units: {kind}</source>
        <translation>Schicht {j} zufällige Einheiten: {kind}</translation>
    </message>
    <message>
        <source>layer {j} gradient: {title}</source>
        <translation>Schicht {j} Gradient: {title}</translation>
    </message>
    <message>
        <source>layer {j}: {name} {a} → {b}</source>
        <translation>Schicht {j}: {name} {a} → {b}</translation>
    </message>
    <message>
        <source>layer {j}</source>
        <translation>Schicht {j}</translation>
    </message>
    <message>
        <source>output: {title} → {title2}</source>
        <translation>Ausgabe: {title} → {title2}</translation>
    </message>
    <message>
        <source>components {a} → {b}</source>
        <translation>Komponenten {a} → {b}</translation>
    </message>
    <message>
        <source>output layer frozen</source>
        <translation>Ausgabeschicht eingefroren</translation>
    </message>
    <message>
        <source>output layer unfrozen</source>
        <translation>Ausgabeschicht aufgetaut</translation>
    </message>
    <message>
        <source>output layer</source>
        <translation>Ausgabeschicht</translation>
    </message>
    <message>
        <source>the layer before</source>
        <translation>die Schicht davor</translation>
    </message>
    <message>
        <source>{what} reads {read}</source>
        <translation>{what} liest {read}</translation>
    </message>
    <message>
        <source>{what} adds {added}</source>
        <translation>{what} addiert {added}</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>nichts</translation>
    </message>
    <message>
        <source>{count} unit</source>
        <translation>{count} Einheit</translation>
    </message>
    <message>
        <source>{what} leaves {units} out of its sum</source>
        <translation>{what} lässt {units} aus der Summe</translation>
    </message>
    <message>
        <source>{what} has {cut} cut link</source>
        <translation>{what} hat {cut} gekappte Verbindung</translation>
    </message>
    <message>
        <source>{what} has {cut} cut links</source>
        <translation>{what} hat {cut} gekappte Verbindungen</translation>
    </message>
    <message>
        <source>{thing} must {rule}, got {value}</source>
        <extracomment>No room is left on the disk, or none that this user may have.</extracomment>
        <translation>{thing} muss {rule}; angegeben: {value}</translation>
    </message>
    <message>
        <source>the disk is full</source>
        <translation>der Datenträger ist voll</translation>
    </message>
    <message>
        <source>training diverged at step {step}: the {what} of layer {layer} became infinite</source>
        <translation>das Training ist bei Schritt {step} divergiert: {what} von Schicht {layer} wurde unendlich</translation>
    </message>
    <message>
        <source>function: {reason} at character {place} of {text}</source>
        <translation>Funktion: {reason} bei Zeichen {place} von {text}</translation>
    </message>
    <message>
        <source>must have at most {MAX_LENGTH} characters</source>
        <translation>darf höchstens {MAX_LENGTH} Zeichen haben</translation>
    </message>
    <message>
        <source>unknown symbol {text}</source>
        <translation>unbekanntes Zeichen {text}</translation>
    </message>
    <message>
        <source>{sign} is missing</source>
        <translation>{sign} fehlt</translation>
    </message>
    <message>
        <source>unexpected {text}</source>
        <translation>unerwartet: {text}</translation>
    </message>
    <message>
        <source>too deeply nested</source>
        <translation>zu tief verschachtelt</translation>
    </message>
    <message>
        <source>something is missing</source>
        <translation>hier fehlt etwas</translation>
    </message>
    <message>
        <source>{name} is unknown (known: {known})</source>
        <translation>{name} ist unbekannt (bekannt: {known})</translation>
    </message>
    <message>
        <source>features: names must be among {FEATURE_NAMES}, got {name}</source>
        <extracomment>Every name that a scene may write; &quot;raw&quot; stands for all coordinates in order.</extracomment>
        <translation>Merkmale: Namen müssen aus {FEATURE_NAMES} sein; angegeben: {name}</translation>
    </message>
    <message>
        <source>features: names</source>
        <translation>Merkmale: Namen</translation>
    </message>
    <message>
        <source>each be named once</source>
        <translation>je einmal genannt sein</translation>
    </message>
    <message>
        <source>be raw or single coordinates, not both</source>
        <translation>raw oder einzelne Koordinaten sein, nicht beides</translation>
    </message>
    <message>
        <source>features: fourier</source>
        <translation>Merkmale: fourier</translation>
    </message>
    <message>
        <source>be a whole number from 0 to {MAX_FOURIER}</source>
        <translation>eine ganze Zahl von 0 bis {MAX_FOURIER} sein</translation>
    </message>
    <message>
        <source>features: fourier_scale</source>
        <translation>Merkmale: fourier_scale</translation>
    </message>
    <message>
        <source>features: fourier_seed</source>
        <translation>Merkmale: fourier_seed</translation>
    </message>
    <message>
        <source>be a whole number, 0 or more</source>
        <translation>eine ganze Zahl ab 0 sein</translation>
    </message>
    <message>
        <source>contain at least one feature</source>
        <translation>mindestens ein Merkmal enthalten</translation>
    </message>
    <message>
        <source>features: names must be among {fitting} for {inputs} input, got {name}</source>
        <translation>Merkmale: Namen müssen bei {inputs} Eingabe aus {fitting} sein; angegeben: {name}</translation>
    </message>
    <message>
        <source>features: names must be among {fitting} for {inputs} inputs, got {name}</source>
        <translation>Merkmale: Namen müssen bei {inputs} Eingaben aus {fitting} sein; angegeben: {name}</translation>
    </message>
    <message>
        <source>{path}: cannot be written: {why}</source>
        <translation>{path}: kann nicht geschrieben werden: {why}</translation>
    </message>
    <message>
        <source>Loss and gradients by step, CSV</source>
        <translation>Verlust und Gradienten je Schritt, CSV</translation>
    </message>
    <message>
        <source>Loss and accuracy, CSV</source>
        <translation>Verlust und Genauigkeit, CSV</translation>
    </message>
    <message>
        <source>Weights, npz</source>
        <translation>Gewichte, npz</translation>
    </message>
    <message>
        <source>Network, NET.json</source>
        <translation>Netz, NET.json</translation>
    </message>
    <message>
        <source>Network as NumPy script</source>
        <translation>Netz als NumPy-Skript</translation>
    </message>
    <message>
        <source>Network as PyTorch script</source>
        <translation>Netz als PyTorch-Skript</translation>
    </message>
    <message>
        <source>Network, ONNX</source>
        <translation>Netz, ONNX</translation>
    </message>
    <message>
        <source>{name}: must contain from 1 to {most} bytes, got shape {shape}</source>
        <translation>{name}: muss 1 bis {most} Bytes enthalten; Form {shape}</translation>
    </message>
    <message>
        <source>{name}: cannot be read: {said}</source>
        <translation>{name}: kann nicht gelesen werden: {said}</translation>
    </message>
    <message>
        <source>{name}: must contain {size} bytes after its header for shape {shape}, got {count}</source>
        <translation>{name}: muss nach dem Kopf {size} Bytes für die Form {shape} enthalten; es sind {count}</translation>
    </message>
    <message>
        <source>{name}: must begin with 0, 0, {UBYTE} (bytes) and 1 to 4 (dimensions), got {magic}</source>
        <translation>{name}: muss mit 0, 0, {UBYTE} (Bytes) und 1 bis 4 (Dimensionen) beginnen; es beginnt mit {magic}</translation>
    </message>
    <message>
        <source>{name}: must give {magic} sizes, got {count} bytes</source>
        <translation>{name}: muss {magic} Größen angeben; es sind {count} Bytes</translation>
    </message>
    <message>
        <source>{name}: {start}{kind}{sign}idx{ranks}{ubyte} must be in the same folder, got no such file</source>
        <translation>{name}: {start}{kind}{sign}idx{ranks}{ubyte} muss im selben Ordner liegen, aber es gibt die Datei nicht</translation>
    </message>
    <message>
        <source>{name}: images must have 3 or 4 dimensions and labels 1, got {ndim} and {ndim2}</source>
        <translation>{name}: Bilder müssen 3 oder 4 Dimensionen haben und Labels 1; es sind {ndim} und {ndim2}</translation>
    </message>
    <message>
        <source>{name}: there must be a label for each image, got {count} images and {count2} labels</source>
        <translation>{name}: Zu jedem Bild muss es ein Label geben; es sind {count} Bilder und {count2} Labels</translation>
    </message>
    <message>
        <source>pictures must have 1 or 3 channels and at most {MAX_INPUTS} numbers, got {height}×{width}×{channels}</source>
        <translation>Bilder müssen 1 oder 3 Kanäle und höchstens {MAX_INPUTS} Zahlen haben; es sind {height}×{width}×{channels}</translation>
    </message>
    <message>
        <source>labels must be of 2 to {MAX_CLASSES} classes, got {count}</source>
        <translation>Labels müssen aus 2 bis {MAX_CLASSES} Klassen sein; es sind {count}</translation>
    </message>
    <message>
        <source> red</source>
        <translation> rot</translation>
    </message>
    <message>
        <source> green</source>
        <translation> grün</translation>
    </message>
    <message>
        <source> blue</source>
        <translation> blau</translation>
    </message>
    <message>
        <source>pixel {r}, {c}{colour}</source>
        <translation>Pixel {r}, {c}{colour}</translation>
    </message>
    <message>
        <source>{name}: must contain data to be opened here, got none</source>
        <translation>{name}: muss Daten enthalten, um hier geöffnet zu werden; es gibt keine</translation>
    </message>
    <message>
        <source>{name}: features must be the plain inputs to open it here, got {names}</source>
        <translation>{name}: Zum Öffnen müssen die Merkmale die reinen Eingaben sein; es sind {names}</translation>
    </message>
    <message>
        <source>{name}: data must fit the {width} outputs of the network, got {width2} from its targets</source>
        <translation>{name}: Die Daten müssen zu den {width} Ausgaben des Netzes passen; aus ihren Zielen folgen {width2}</translation>
    </message>
    <message>
        <source>A network from a file</source>
        <translation>Ein Netz aus einer Datei</translation>
    </message>
    <message>
        <source>{name}: resolution</source>
        <translation>{name}: Auflösung</translation>
    </message>
    <message>
        <source>be from 2 to {MAX_SIDE} pixels</source>
        <translation>von 2 bis {MAX_SIDE} Pixel sein</translation>
    </message>
    <message>
        <source>{name}: a picture must have at most {MAX_PIXELS} pixels, got {width}×{height}</source>
        <translation>{name}: Ein Bild darf höchstens {MAX_PIXELS} Pixel haben; es sind {width}×{height}</translation>
    </message>
    <message>
        <source>{name}: sides</source>
        <translation>{name}: Seiten</translation>
    </message>
    <message>
        <source>{name}: the picture must fit in memory, got too large a picture</source>
        <translation>{name}: Das Bild muss in den Speicher passen, es ist zu groß</translation>
    </message>
    <message>
        <source>{name}: must be a PNG, JPEG or WebP picture, got {reason}</source>
        <translation>{name}: muss ein PNG-, JPEG- oder WebP-Bild sein; es ist {reason}</translation>
    </message>
    <message>
        <source>{name}: a picture must have at most {MAX_BYTES} bytes, got {size}</source>
        <translation>{name}: Ein Bild darf höchstens {MAX_BYTES} Bytes haben; es sind {size}</translation>
    </message>
    <message>
        <source>{name}: cannot be read: {strerror}</source>
        <translation>{name}: kann nicht gelesen werden: {strerror}</translation>
    </message>
    <message>
        <source>{name}: must be a PNG, JPEG or WebP picture, got nothing</source>
        <translation>{name}: muss ein PNG-, JPEG- oder WebP-Bild sein; es ist leer</translation>
    </message>
    <message>
        <source>something else</source>
        <translation>etwas anderes</translation>
    </message>
    <message>
        <source>{name}: must have at most {MAX_FILE} bytes, got {size}</source>
        <translation>{name}: darf höchstens {MAX_FILE} Bytes haben; es sind {size}</translation>
    </message>
    <message>
        <source>{path}: cannot be read: {strerror}</source>
        <translation>{path}: kann nicht gelesen werden: {strerror}</translation>
    </message>
    <message>
        <source>{name}: {what} parts must have at most {most} bytes unpacked, got {bytes}</source>
        <translation>{name}: {what}-Teile dürfen entpackt höchstens {most} Bytes haben; es sind {bytes}</translation>
    </message>
    <message>
        <source>{name}: must be an Excel workbook (.xlsx), got: {said}</source>
        <translation>{name}: muss eine Excel-Arbeitsmappe (.xlsx) sein: {said}</translation>
    </message>
    <message>
        <source>{name}: line {number} must have at most {MAX_COLUMNS} columns, got {count}</source>
        <translation>{name}: Zeile {number} darf höchstens {MAX_COLUMNS} Spalten haben; es sind {count}</translation>
    </message>
    <message>
        <source>{name}: Parquet files need the Python package pyarrow, which is not installed; save the table as CSV instead</source>
        <translation>{name}: Parquet-Dateien brauchen das Python-Paket pyarrow, das nicht installiert ist; die Tabelle stattdessen als CSV speichern</translation>
    </message>
    <message>
        <source>{name}: must be a Parquet file, got: {said}</source>
        <translation>{name}: muss eine Parquet-Datei sein: {said}</translation>
    </message>
    <message>
        <source>{name}: must have at most {MAX_COLUMNS} columns, got {count}</source>
        <translation>{name}: darf höchstens {MAX_COLUMNS} Spalten haben; es sind {count}</translation>
    </message>
    <message>
        <source>{source}: cannot be read: {strerror}</source>
        <translation>{source}: kann nicht gelesen werden: {strerror}</translation>
    </message>
    <message>
        <source>{source}: text must be UTF-8, got byte {object}</source>
        <translation>{source}: Der Text muss UTF-8 sein, enthält aber Byte {object}</translation>
    </message>
    <message>
        <source>{name}: line {number} must be {called}-separated text, got: {error}</source>
        <translation>{name}: Zeile {number} muss durch {called} getrennter Text sein: {error}</translation>
    </message>
    <message>
        <source>{name}: line {number} must have at most {MAX_ROW} characters in a row, got more</source>
        <translation>{name}: Zeile {number} darf höchstens {MAX_ROW} Zeichen haben, es sind mehr</translation>
    </message>
    <message>
        <source>{name}: file must be readable, got {reason}</source>
        <translation>{name}: Die Datei muss lesbar sein: {reason}</translation>
    </message>
    <message>
        <source>{name}: file must be at most {most} bytes, got more</source>
        <translation>{name}: Die Datei darf höchstens {most} Bytes haben, es sind mehr</translation>
    </message>
    <message>
        <source>{name}: file must be UTF-8 text, got byte {data} at position {start}</source>
        <translation>{name}: Die Datei muss UTF-8-Text sein, enthält aber Byte {data} an Stelle {start}</translation>
    </message>
    <message>
        <source>lists and objects</source>
        <translation>Listen und Objekte</translation>
    </message>
    <message>
        <source>{name}: file must have at most {most} {what}, got {count}</source>
        <translation>{name}: Die Datei darf höchstens {most} {what} haben; es sind {count}</translation>
    </message>
    <message>
        <source>{name}: key must appear once, got {key} twice</source>
        <translation>{name}: Ein Schlüssel darf nur einmal vorkommen, {key} steht zweimal da</translation>
    </message>
    <message>
        <source>line {lineno}, column {colno}</source>
        <translation>Zeile {lineno}, Spalte {colno}</translation>
    </message>
    <message>
        <source>{name}: file must be JSON, got {msg} at {place}</source>
        <translation>{name}: Die Datei muss JSON sein: {msg} bei {place}</translation>
    </message>
    <message>
        <source>{name}: file must be JSON, got lists nested too deeply</source>
        <translation>{name}: Die Datei muss JSON sein, die Listen sind aber zu tief verschachtelt</translation>
    </message>
    <message>
        <source>{name}: file must be JSON, got {error}</source>
        <translation>{name}: Die Datei muss JSON sein: {error}</translation>
    </message>
    <message>
        <source>{name}: file must be at most {MAX_TOML} bytes as TOML, got {count}</source>
        <translation>{name}: Die Datei darf als TOML höchstens {MAX_TOML} Bytes haben; es sind {count}</translation>
    </message>
    <message>
        <source>{name}: a key must have at most {MAX_PARTS} parts, got {long}</source>
        <translation>{name}: Ein Schlüssel darf höchstens {MAX_PARTS} Teile haben: {long}</translation>
    </message>
    <message>
        <source>{name}: file must be TOML, got lists nested too deeply</source>
        <translation>{name}: Die Datei muss TOML sein, die Listen sind aber zu tief verschachtelt</translation>
    </message>
    <message>
        <source>{name}: file must be TOML, got: {line}</source>
        <translation>{name}: Die Datei muss TOML sein: {line}</translation>
    </message>
    <message>
        <source>Radial basis</source>
        <translation>Radiale Basis</translation>
    </message>
    <message>
        <source>Sigmoid</source>
        <translation>Sigmoid</translation>
    </message>
    <message>
        <source>Softplus</source>
        <translation>Softplus</translation>
    </message>
    <message>
        <source>Identity</source>
        <translation>Identität</translation>
    </message>
    <message>
        <source>Leaky ReLU</source>
        <translation>Leaky ReLU</translation>
    </message>
    <message>
        <source>Hard tanh</source>
        <translation>Hard tanh</translation>
    </message>
    <message>
        <source>Absolute value</source>
        <translation>Betrag</translation>
    </message>
    <message>
        <source>loss at most {loss}</source>
        <extracomment>Checks per octave of steps, up to twice as many; every step at first.</extracomment>
        <translation>Verlust höchstens {loss}</translation>
    </message>
    <message>
        <source>accuracy at least {accuracy}</source>
        <translation>Genauigkeit mindestens {accuracy}</translation>
    </message>
    <message>
        <source>test points</source>
        <extracomment>Half-width of the central 90 % of a normal distribution, in standard deviations.</extracomment>
        <translation>Testpunkte</translation>
    </message>
    <message>
        <source>training points</source>
        <translation>Trainingspunkte</translation>
    </message>
    <message>
        <source>learning</source>
        <extracomment>A loss that fell by less than this share over the second half of the steps is stuck. Before this step no network counts as stuck.</extracomment>
        <translation>lernt</translation>
    </message>
    <message>
        <source>stuck</source>
        <translation>hängt fest</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Startwert</translation>
    </message>
    <message>
        <source>Zeros</source>
        <extracomment>Bias of the scales of Gaussian units: a standard deviation of softplus(−1) = 0.31.</extracomment>
        <translation>Nullen</translation>
    </message>
    <message>
        <source>Small normal</source>
        <translation>Klein, normal</translation>
    </message>
    <message>
        <source>Uniform</source>
        <translation>Gleichverteilt</translation>
    </message>
    <message>
        <source>Xavier, normal</source>
        <translation>Xavier, normal</translation>
    </message>
    <message>
        <source>Xavier, uniform</source>
        <translation>Xavier, gleichverteilt</translation>
    </message>
    <message>
        <source>He, normal</source>
        <translation>He, normal</translation>
    </message>
    <message>
        <source>He, uniform</source>
        <translation>He, gleichverteilt</translation>
    </message>
    <message>
        <source>Orthogonal</source>
        <translation>Orthogonal</translation>
    </message>
    <message>
        <source>not measured yet</source>
        <extracomment>What the views show, by view and setting: {&quot;warp&quot;: {&quot;place&quot;: 0.6}}.</extracomment>
        <translation>noch nicht gemessen</translation>
    </message>
    <message>
        <source>now {titled}</source>
        <translation>jetzt {titled}</translation>
    </message>
    <message>
        <source>now {value}</source>
        <translation>jetzt {value}</translation>
    </message>
    <message>
        <source>Describe here what to look for.</source>
        <translation>Hier beschreiben, worauf zu achten ist.</translation>
    </message>
    <message>
        <source>Press play and watch.</source>
        <translation>Abspielen drücken und zusehen.</translation>
    </message>
    <message>
        <source>100 steps are trained</source>
        <translation>100 Schritte sind trainiert</translation>
    </message>
    <message>
        <source>A lesson about {title}.</source>
        <translation>Eine Lektion über {title}.</translation>
    </message>
    <message>
        <source>layer: units</source>
        <translation>Schicht: Einheiten</translation>
    </message>
    <message>
        <source>be a whole number from 1 to {MAX_UNITS}</source>
        <translation>eine ganze Zahl von 1 bis {MAX_UNITS} sein</translation>
    </message>
    <message>
        <source>layer: activation must be one of {names}, got {activation}</source>
        <translation>Schicht: Aktivierung muss eine von {names} sein; angegeben: {activation}</translation>
    </message>
    <message>
        <source>layer: negative_slope</source>
        <translation>Schicht: negative_slope</translation>
    </message>
    <message>
        <source>layer: alpha</source>
        <translation>Schicht: alpha</translation>
    </message>
    <message>
        <source>layer: maxout_k</source>
        <translation>Schicht: maxout_k</translation>
    </message>
    <message>
        <source>be a whole number from 1 to 64</source>
        <translation>eine ganze Zahl von 1 bis 64 sein</translation>
    </message>
    <message>
        <source>layer: sigma</source>
        <translation>Schicht: sigma</translation>
    </message>
    <message>
        <source>layer: slope</source>
        <translation>Schicht: slope</translation>
    </message>
    <message>
        <source>layer: batch_norm must be off for {activation}, whose units read distances and have no pre-activation to normalise, got True</source>
        <translation>Schicht: batch_norm muss bei {activation} aus sein, denn diese Einheiten lesen Abstände und haben keine Voraktivierung zum Normalisieren; angegeben: True</translation>
    </message>
    <message>
        <source>output: loss must be one of {LOSSES}, got {loss}</source>
        <translation>Ausgabe: Verlust muss einer von {LOSSES} sein; angegeben: {loss}</translation>
    </message>
    <message>
        <source>output: width</source>
        <translation>Ausgabe: Breite</translation>
    </message>
    <message>
        <source>be from 1 to {MAX_UNITS}</source>
        <translation>von 1 bis {MAX_UNITS} sein</translation>
    </message>
    <message>
        <source>output: components</source>
        <translation>Ausgabe: Komponenten</translation>
    </message>
    <message>
        <source>be from 1 to 32</source>
        <translation>von 1 bis 32 sein</translation>
    </message>
    <message>
        <source>network: inputs</source>
        <translation>Netz: Eingaben</translation>
    </message>
    <message>
        <source>be from 1 to {MAX_INPUTS}</source>
        <translation>von 1 bis {MAX_INPUTS} sein</translation>
    </message>
    <message>
        <source>network: hidden layers</source>
        <translation>Netz: verborgene Schichten</translation>
    </message>
    <message>
        <source>be at most {MAX_LAYERS}</source>
        <translation>höchstens {MAX_LAYERS} sein</translation>
    </message>
    <message>
        <source>network: rows of W in all layers</source>
        <translation>Netz: Zeilen von W in allen Schichten</translation>
    </message>
    <message>
        <source>be at most {MAX_ROWS}</source>
        <translation>höchstens {MAX_ROWS} sein</translation>
    </message>
    <message>
        <source>network: parameters</source>
        <translation>Netz: Parameter</translation>
    </message>
    <message>
        <source>be at most {MAX_PARAMETERS}</source>
        <translation>höchstens {MAX_PARAMETERS} sein</translation>
    </message>
    <message>
        <source>{what}: adds must name a layer of {units} units, as many as it has itself, got one of {widths}</source>
        <translation>{what}: adds muss eine Schicht mit {units} Einheiten nennen, so vielen, wie sie selbst hat; diese hat {widths}</translation>
    </message>
    <message>
        <source>Exponential with learned rate</source>
        <extracomment>log α − log β, and log(α + β) − log α in terms of it.</extracomment>
        <translation>Exponential mit gelernter Rate</translation>
    </message>
    <message>
        <source>Gamma with learned shape and rate</source>
        <translation>Gamma mit gelernter Form und Rate</translation>
    </message>
    <message>
        <source>Poisson with learned rate</source>
        <translation>Poisson mit gelernter Rate</translation>
    </message>
    <message>
        <source>be a whole number from 0</source>
        <translation>eine ganze Zahl ab 0 sein</translation>
    </message>
    <message>
        <source>Beta with learned shapes</source>
        <translation>Beta mit gelernten Formen</translation>
    </message>
    <message>
        <source>be inside (0, 1)</source>
        <translation>innerhalb von (0, 1) liegen</translation>
    </message>
    <message>
        <source>Gaussian with full covariance</source>
        <translation>Normalverteilung mit voller Kovarianz</translation>
    </message>
    <message>
        <source>the lower triangle of L</source>
        <translation>das untere Dreieck von L</translation>
    </message>
    <message>
        <source>be d + d·(d + 1)/2 for d targets, two or more</source>
        <translation>d + d·(d + 1)/2 für d Ziele sein, zwei oder mehr</translation>
    </message>
    <message>
        <source>Von Mises: directions</source>
        <translation>Von Mises: Richtungen</translation>
    </message>
    <message>
        <source>be an angle in (−π, π]</source>
        <translation>ein Winkel in (−π, π] sein</translation>
    </message>
    <message>
        <source>Gaussian with learned precision</source>
        <translation>Normalverteilung mit gelernter Präzision</translation>
    </message>
    <message>
        <source>Gaussian with learned variance</source>
        <translation>Normalverteilung mit gelernter Varianz</translation>
    </message>
    <message>
        <source>Gaussian with learned deviation</source>
        <translation>Normalverteilung mit gelernter Abweichung</translation>
    </message>
    <message>
        <source>Hinge</source>
        <translation>Hinge</translation>
    </message>
    <message>
        <source>∂L/∂z = −(2y − 1) inside the margin, 0 beyond it</source>
        <translation>∂L/∂z = −(2y − 1) innerhalb des Randes, 0 jenseits davon</translation>
    </message>
    <message>
        <source>be 0 or 1</source>
        <translation>0 oder 1 sein</translation>
    </message>
    <message>
        <source>Mixture density</source>
        <translation>Mischungsdichte</translation>
    </message>
    <message>
        <source>Plackett–Luce: rankings</source>
        <translation>Plackett–Luce: Rangfolgen</translation>
    </message>
    <message>
        <source>likeliest order</source>
        <translation>wahrscheinlichste Reihenfolge</translation>
    </message>
    <message>
        <source>Laplace with learned rate</source>
        <translation>Laplace mit gelernter Rate</translation>
    </message>
    <message>
        <source>Student&apos;s t with learned precision and tails</source>
        <translation>Student-t mit gelernter Präzision und Rändern</translation>
    </message>
    <message>
        <source>degrees of freedom</source>
        <translation>Freiheitsgrade</translation>
    </message>
    <message>
        <source>be from 0 to 1</source>
        <translation>von 0 bis 1 sein</translation>
    </message>
    <message>
        <source>Sigmoid, cross-entropy</source>
        <translation>Sigmoid, Kreuzentropie</translation>
    </message>
    <message>
        <source>sigmoid with cross-entropy: ∂L/∂z = σ(z) − y</source>
        <translation>Sigmoid mit Kreuzentropie: ∂L/∂z = σ(z) − y</translation>
    </message>
    <message>
        <source>Sigmoid, squared error</source>
        <translation>Sigmoid, quadratischer Fehler</translation>
    </message>
    <message>
        <source>∂L/∂z = 2 (σ(z) − y) σ(z) (1 − σ(z)), which vanishes when certain</source>
        <translation>∂L/∂z = 2 (σ(z) − y) σ(z) (1 − σ(z)); das verschwindet bei Sicherheit</translation>
    </message>
    <message>
        <source>Softmax, cross-entropy</source>
        <translation>Softmax, Kreuzentropie</translation>
    </message>
    <message>
        <source>softmax with cross-entropy: ∂L/∂z = p − y</source>
        <translation>Softmax mit Kreuzentropie: ∂L/∂z = p − y</translation>
    </message>
    <message>
        <source>Softmax, squared error</source>
        <translation>Softmax, quadratischer Fehler</translation>
    </message>
    <message>
        <source>∂L/∂zₖ = Σⱼ pₖ pⱼ (gₖ − gⱼ) with g = 2 (p − y), 0 when certain</source>
        <translation>∂L/∂zₖ = Σⱼ pₖ pⱼ (gₖ − gⱼ) mit g = 2 (p − y), 0 bei Sicherheit</translation>
    </message>
    <message>
        <source>Softmax with class 0 fixed, cross-entropy</source>
        <translation>Softmax mit fester Klasse 0, Kreuzentropie</translation>
    </message>
    <message>
        <source>softmax with one logit fixed at 0: ∂L/∂z = p − y of the others</source>
        <translation>Softmax mit einem Logit fest bei 0: ∂L/∂z = p − y der anderen</translation>
    </message>
    <message>
        <source>Squared error</source>
        <translation>Quadratischer Fehler</translation>
    </message>
    <message>
        <source>Absolute error</source>
        <translation>Absoluter Fehler</translation>
    </message>
    <message>
        <source>∂L/∂z = sign(z − y)</source>
        <translation>∂L/∂z = sign(z − y)</translation>
    </message>
    <message>
        <source>Huber</source>
        <translation>Huber</translation>
    </message>
    <message>
        <source>∂L/∂z = z − y, clipped to [−1, 1]</source>
        <translation>∂L/∂z = z − y, auf [−1, 1] begrenzt</translation>
    </message>
    <message>
        <source>problem: name must be one of {PROBLEMS}, got {name}</source>
        <extracomment>Every problem drawn from settings, in the order of the window&apos;s list. `Points` (own data) is separate: it has rows instead of settings.</extracomment>
        <translation>Problem: Name muss einer von {PROBLEMS} sein; angegeben: {name}</translation>
    </message>
    <message>
        <source> (did you mean {near}?)</source>
        <translation> (gemeint: {near}?)</translation>
    </message>
    <message>
        <source>{name}: setting must be one of {known}, got {key}{hint}</source>
        <translation>{name}: Einstellung muss eine von {known} sein; angegeben: {key}{hint}</translation>
    </message>
    <message>
        <source>Above and below a function</source>
        <translation>Über und unter einer Funktion</translation>
    </message>
    <message>
        <source>Function</source>
        <translation>Funktion</translation>
    </message>
    <message>
        <source>The function that separates the classes.</source>
        <translation>Die Funktion, die die Klassen trennt.</translation>
    </message>
    <message>
        <source>The function as typed: + − * / ^, sin, cos, exp, abs, sqrt and others.</source>
        <translation>Die Funktion, wie eingetippt: + − * / ^, sin, cos, exp, abs, sqrt und andere.</translation>
    </message>
    <message>
        <source>Gap</source>
        <translation>Lücke</translation>
    </message>
    <message>
        <source>Empty height between the classes.</source>
        <translation>Leere Höhe zwischen den Klassen.</translation>
    </message>
    <message>
        <source>Noise</source>
        <translation>Rauschen</translation>
    </message>
    <message>
        <source>Standard deviation added to each coordinate.</source>
        <translation>Standardabweichung, die zu jeder Koordinate kommt.</translation>
    </message>
    <message>
        <source>sample: x and y must have equal length, got {count} and {count2}</source>
        <extracomment>Which half of its box a problem is learned on; the other half is then the test split.</extracomment>
        <translation>Stichprobe: x und y müssen gleich lang sein; es sind {count} und {count2}</translation>
    </message>
    <message>
        <source>sample: {name} must be finite, got {values} at row {bad}</source>
        <translation>Stichprobe: {name} muss endlich sein; {values} in Zeile {bad}</translation>
    </message>
    <message>
        <source>{name}: points</source>
        <translation>{name}: Punkte</translation>
    </message>
    <message>
        <source>be from 1 to 10000000</source>
        <translation>von 1 bis 10000000 sein</translation>
    </message>
    <message>
        <source>{name}: test and calibration together</source>
        <translation>{name}: Test und Kalibrierung zusammen</translation>
    </message>
    <message>
        <source>be below 1</source>
        <translation>unter 1 liegen</translation>
    </message>
    <message>
        <source>{name}: seed</source>
        <translation>{name}: Startwert</translation>
    </message>
    <message>
        <source>be one of {names}</source>
        <translation>einer von {names} sein</translation>
    </message>
    <message>
        <source>be {both} for more than two inputs</source>
        <translation>bei mehr als zwei Eingaben {both} sein</translation>
    </message>
    <message>
        <source>{name}: the split must leave at least 1 training point, got {n} points with test {test} and calibration {calibration}</source>
        <translation>{name}: Die Aufteilung muss mindestens 1 Trainingspunkt lassen; {n} Punkte mit Test {test} und Kalibrierung {calibration}</translation>
    </message>
    <message>
        <source>Two correlated values</source>
        <translation>Zwei korrelierte Werte</translation>
    </message>
    <message>
        <source>Two inputs, or one.</source>
        <translation>Zwei Eingaben oder eine.</translation>
    </message>
    <message>
        <source>Standard deviation along the scatter&apos;s long axis.</source>
        <translation>Standardabweichung entlang der langen Achse der Streuung.</translation>
    </message>
    <message>
        <source>Thinness</source>
        <translation>Schmalheit</translation>
    </message>
    <message>
        <source>The short axis as a share of the long one; 1: the values are independent.</source>
        <translation>Die kurze Achse als Anteil der langen; 1: Die Werte sind unabhängig.</translation>
    </message>
    <message>
        <source>Wind directions</source>
        <extracomment>The domain of a problem with either one or two inputs.</extracomment>
        <translation>Windrichtungen</translation>
    </message>
    <message>
        <source>Steadiness</source>
        <translation>Stetigkeit</translation>
    </message>
    <message>
        <source>The largest concentration κ; it is 0 in the eye, or at the left end.</source>
        <translation>Die größte Konzentration κ; im Auge oder am linken Ende ist sie 0.</translation>
    </message>
    <message>
        <source>Hinge function</source>
        <extracomment>Where the hinge function bends, and by how much its slope changes there.</extracomment>
        <translation>Knickfunktion</translation>
    </message>
    <message>
        <source>Standard deviation added to the value.</source>
        <translation>Standardabweichung, die zum Wert kommt.</translation>
    </message>
    <message>
        <source>Sine with uneven noise</source>
        <translation>Sinus mit ungleichem Rauschen</translation>
    </message>
    <message>
        <source>Noise at the right</source>
        <translation>Rauschen rechts</translation>
    </message>
    <message>
        <source>Standard deviation at x = 1; at x = −1 it is a tenth of it.</source>
        <translation>Standardabweichung bei x = 1; bei x = −1 ein Zehntel davon.</translation>
    </message>
    <message>
        <source>Inverse problem</source>
        <translation>Inverses Problem</translation>
    </message>
    <message>
        <source>Standard deviation added to the input.</source>
        <translation>Standardabweichung, die zur Eingabe kommt.</translation>
    </message>
    <message>
        <source>Stretch</source>
        <translation>Streckung</translation>
    </message>
    <message>
        <source>Both axes are stretched about ½ by this factor. A density with a precision of hundreds learns slowly; spread out, its precision is a few.</source>
        <translation>Beide Achsen werden um ½ mit diesem Faktor gestreckt. Eine Dichte mit einer Präzision von Hunderten lernt langsam; auseinandergezogen ist ihre Präzision klein.</translation>
    </message>
    <message>
        <source>Sine with outliers</source>
        <translation>Sinus mit Ausreißern</translation>
    </message>
    <message>
        <source>Standard deviation of the points that are not outliers.</source>
        <translation>Standardabweichung der Punkte, die keine Ausreißer sind.</translation>
    </message>
    <message>
        <source>Outliers</source>
        <translation>Ausreißer</translation>
    </message>
    <message>
        <source>Share of the points that lie 1 to 4 above the curve.</source>
        <translation>Anteil der Punkte, die 1 bis 4 über der Kurve liegen.</translation>
    </message>
    <message>
        <source>Parity of n bits</source>
        <translation>Parität von n Bits</translation>
    </message>
    <message>
        <source>Bits</source>
        <translation>Bits</translation>
    </message>
    <message>
        <source>Number of inputs; 2 is XOR and has a picture.</source>
        <translation>Anzahl der Eingaben; 2 ist XOR und hat ein Bild.</translation>
    </message>
    <message>
        <source>Standard deviation around the corners; 0 gives each corner once.</source>
        <translation>Standardabweichung um die Ecken; 0 ergibt jede Ecke einmal.</translation>
    </message>
    <message>
        <source>picture: a held-out rectangle</source>
        <translation>Bild: ein zurückgehaltenes Rechteck</translation>
    </message>
    <message>
        <source>lie within 0 … 1 and not be empty</source>
        <translation>in 0 … 1 liegen und nicht leer sein</translation>
    </message>
    <message>
        <source>Own picture</source>
        <translation>Eigenes Bild</translation>
    </message>
    <message>
        <source>picture: pixels</source>
        <translation>Bild: Pixel</translation>
    </message>
    <message>
        <source>be (height, width, 3) bytes</source>
        <translation>aus (Höhe, Breite, 3) Bytes bestehen</translation>
    </message>
    <message>
        <source>{shape} of {dtype}</source>
        <translation>{shape} von {dtype}</translation>
    </message>
    <message>
        <source>picture: sides</source>
        <translation>Bild: Seiten</translation>
    </message>
    <message>
        <source>picture: the held-out share</source>
        <translation>Bild: der zurückgehaltene Anteil</translation>
    </message>
    <message>
        <source>picture: the held-out part</source>
        <translation>Bild: der zurückgehaltene Teil</translation>
    </message>
    <message>
        <source>leave some pixels</source>
        <translation>einige Pixel übrig lassen</translation>
    </message>
    <message>
        <source>points: y</source>
        <translation>Punkte: y</translation>
    </message>
    <message>
        <source>have {count} rows like x</source>
        <translation>{count} Zeilen haben wie x</translation>
    </message>
    <message>
        <source>points: x</source>
        <translation>Punkte: x</translation>
    </message>
    <message>
        <source>have at least 1 row</source>
        <translation>mindestens 1 Zeile haben</translation>
    </message>
    <message>
        <source>have from 1 to {MAX_INPUTS} columns</source>
        <translation>von 1 bis {MAX_INPUTS} Spalten haben</translation>
    </message>
    <message>
        <source>have at least 1 column</source>
        <translation>mindestens 1 Spalte haben</translation>
    </message>
    <message>
        <source>points: class_names</source>
        <translation>Punkte: class_names</translation>
    </message>
    <message>
        <source>be {classes}, one per class</source>
        <translation>{classes} sein, einer je Klasse</translation>
    </message>
    <message>
        <source>points: {what}</source>
        <translation>Punkte: {what}</translation>
    </message>
    <message>
        <source>be {wanted} or none</source>
        <translation>{wanted} oder keine sein</translation>
    </message>
    <message>
        <source>points: held</source>
        <translation>Punkte: held</translation>
    </message>
    <message>
        <source>be below {count}</source>
        <translation>unter {count} liegen</translation>
    </message>
    <message>
        <source>be height, width and 1 or 3 channels of {inputs} numbers</source>
        <translation>Höhe, Breite und 1 oder 3 Kanäle aus {inputs} Zahlen sein</translation>
    </message>
    <message>
        <source>points: image</source>
        <translation>Punkte: image</translation>
    </message>
    <message>
        <source>points: box</source>
        <translation>Punkte: box</translation>
    </message>
    <message>
        <source>be xmin &lt; xmax, ymin &lt; ymax</source>
        <translation>xmin &lt; xmax, ymin &lt; ymax sein</translation>
    </message>
    <message>
        <source>points: {name} must be rows of numbers of equal length, got {rows}</source>
        <translation>Punkte: {name} muss aus gleich langen Zeilen von Zahlen bestehen; angegeben: {rows}</translation>
    </message>
    <message>
        <source>points: {name}</source>
        <translation>Punkte: {name}</translation>
    </message>
    <message>
        <source>be a table of rows</source>
        <translation>eine Tabelle aus Zeilen sein</translation>
    </message>
    <message>
        <source>points: classes</source>
        <translation>Punkte: classes</translation>
    </message>
    <message>
        <source>be a whole number from 2 to {MAX_CLASSES}</source>
        <translation>eine ganze Zahl von 2 bis {MAX_CLASSES} sein</translation>
    </message>
    <message>
        <source>contain one class number per row</source>
        <translation>eine Klassennummer je Zeile enthalten</translation>
    </message>
    <message>
        <source>points: y must contain class numbers from 0 to {classes}, got {flat} at row {row}</source>
        <translation>Punkte: y muss Klassennummern von 0 bis {classes} enthalten; {flat} in Zeile {row}</translation>
    </message>
    <message>
        <source>Rankings</source>
        <translation>Rangfolgen</translation>
    </message>
    <message>
        <source>Items</source>
        <translation>Objekte</translation>
    </message>
    <message>
        <source>Number of items to rank.</source>
        <translation>Anzahl der Objekte, die zu ordnen sind.</translation>
    </message>
    <message>
        <source>Sharpness</source>
        <translation>Schärfe</translation>
    </message>
    <message>
        <source>How reliably the nearer item comes first; 0: all orders equally likely.</source>
        <translation>Wie verlässlich das nähere Objekt zuerst kommt; 0: Alle Reihenfolgen sind gleich wahrscheinlich.</translation>
    </message>
    <message>
        <source>RGB regression</source>
        <translation>RGB-Regression</translation>
    </message>
    <message>
        <source>Waves</source>
        <translation>Wellen</translation>
    </message>
    <message>
        <source>Periods of each function from −1 to 1.</source>
        <translation>Perioden jeder Funktion von −1 bis 1.</translation>
    </message>
    <message>
        <source>Hole, centre x₁</source>
        <translation>Loch, Mitte x₁</translation>
    </message>
    <message>
        <source>Hole, centre x₂</source>
        <translation>Loch, Mitte x₂</translation>
    </message>
    <message>
        <source>Centre of the held-out rectangle.</source>
        <translation>Mitte des zurückgehaltenen Rechtecks.</translation>
    </message>
    <message>
        <source>Hole, side</source>
        <translation>Loch, Seite</translation>
    </message>
    <message>
        <source>Side of the held-out rectangle; 0 holds nothing out.</source>
        <translation>Seite des zurückgehaltenen Rechtecks; 0 hält nichts zurück.</translation>
    </message>
    <message>
        <source>Standard deviation added to each channel, which stays in 0 … 1.</source>
        <translation>Standardabweichung, die zu jedem Kanal kommt; er bleibt in 0 … 1.</translation>
    </message>
    <message>
        <source>column {name}</source>
        <extracomment>What an input is: a number, a date as days since 1970, 1 where the cell is one word (else 0), or 1 where the cell was empty. What files may store about a column beyond its name, middle and half.</extracomment>
        <translation>Spalte {name}</translation>
    </message>
    <message>
        <source>have a finite middle and half</source>
        <translation>eine endliche Mitte und Halbbreite haben</translation>
    </message>
    <message>
        <source>column {name}: kind must be one of {KINDS}, got {kind}</source>
        <translation>Spalte {name}: Art muss eine von {KINDS} sein; angegeben: {kind}</translation>
    </message>
    <message>
        <source>{thing} must be one of {choices}, got {value}</source>
        <translation>{thing} muss eines von {choices} sein; angegeben: {value}</translation>
    </message>
    <message>
        <source>from {low} to {high}</source>
        <translation>von {low} bis {high}</translation>
    </message>
    <message>
        <source>be a whole number {span}</source>
        <translation>eine ganze Zahl {span} sein</translation>
    </message>
    <message>
        <source>be a number {span}</source>
        <translation>eine Zahl {span} sein</translation>
    </message>
    <message>
        <source>be {low} or more</source>
        <translation>{low} oder mehr sein</translation>
    </message>
    <message>
        <source>be {high} or less</source>
        <translation>{high} oder weniger sein</translation>
    </message>
    <message>
        <source>{thing} must be a function in quotes, got {value}</source>
        <translation>{thing} muss eine Funktion in Anführungszeichen sein; angegeben: {value}</translation>
    </message>
    <message>
        <source>{thing} must be a function of {variables}, got {value}: {reason} at character {place}</source>
        <translation>{thing} muss eine Funktion von {variables} sein; angegeben: {value}: {reason} bei Zeichen {place}</translation>
    </message>
    <message>
        <source>{thing} must be finite from −1 to 1, got {value}, which is not at {at}</source>
        <translation>{thing} muss von −1 bis 1 endlich sein; {value} ist es nicht bei {at}</translation>
    </message>
    <message>
        <source>Spirals</source>
        <translation>Spiralen</translation>
    </message>
    <message>
        <source>Arms</source>
        <translation>Arme</translation>
    </message>
    <message>
        <source>Number of spirals, each a class of its own.</source>
        <translation>Anzahl der Spiralen, jede eine eigene Klasse.</translation>
    </message>
    <message>
        <source>Turns</source>
        <translation>Windungen</translation>
    </message>
    <message>
        <source>How often an arm winds around the centre.</source>
        <translation>Wie oft sich ein Arm um die Mitte windet.</translation>
    </message>
    <message>
        <source>Slope along x₁</source>
        <translation>Steigung entlang x₁</translation>
    </message>
    <message>
        <source>Rise for each unit of x₁.</source>
        <translation>Anstieg je Einheit von x₁.</translation>
    </message>
    <message>
        <source>Slope along x₂</source>
        <translation>Steigung entlang x₂</translation>
    </message>
    <message>
        <source>Rise for each unit of x₂.</source>
        <translation>Anstieg je Einheit von x₂.</translation>
    </message>
    <message>
        <source>Gaussian bumps</source>
        <translation>Gaußsche Hügel</translation>
    </message>
    <message>
        <source>Bumps</source>
        <translation>Hügel</translation>
    </message>
    <message>
        <source>Number of hills and hollows.</source>
        <translation>Anzahl der Hügel und Mulden.</translation>
    </message>
    <message>
        <source>Width</source>
        <translation>Breite</translation>
    </message>
    <message>
        <source>Standard width s of a bump.</source>
        <translation>Standardbreite s eines Hügels.</translation>
    </message>
    <message>
        <source>Saddle</source>
        <translation>Sattel</translation>
    </message>
    <message>
        <source>Steepness</source>
        <translation>Steilheit</translation>
    </message>
    <message>
        <source>Factor on the whole surface.</source>
        <translation>Faktor für die ganze Fläche.</translation>
    </message>
    <message>
        <source>Typed function</source>
        <translation>Eingetippte Funktion</translation>
    </message>
    <message>
        <source>XOR, four points</source>
        <translation>XOR, vier Punkte</translation>
    </message>
    <message>
        <source>Standard deviation around the corners; 0 gives exactly the four points.</source>
        <translation>Standardabweichung um die Ecken; 0 ergibt genau die vier Punkte.</translation>
    </message>
    <message>
        <source>initial: weights must be one of {INITIALISER_NAMES}, got {weights}</source>
        <translation>Anfang: Gewichte müssen eines von {INITIALISER_NAMES} sein; angegeben: {weights}</translation>
    </message>
    <message>
        <source>initial: bias</source>
        <translation>Anfang: Bias</translation>
    </message>
    <message>
        <source>initial: scale</source>
        <translation>Anfang: Skala</translation>
    </message>
    <message>
        <source>run: seed</source>
        <translation>Lauf: Startwert</translation>
    </message>
    <message>
        <source>problem: points</source>
        <translation>Problem: Punkte</translation>
    </message>
    <message>
        <source>be at most {MAX_CELLS} for {columns} coordinates, features and targets</source>
        <translation>bei {columns} Koordinaten, Merkmalen und Zielen höchstens {MAX_CELLS} sein</translation>
    </message>
    <message>
        <source>run: loss must be one of {LOSSES}, got {loss}</source>
        <translation>Lauf: Verlust muss einer von {LOSSES} sein; angegeben: {loss}</translation>
    </message>
    <message>
        <source>REINFORCE, no baseline</source>
        <extracomment>What `LayerSpec.sample` may be; empty: nothing is drawn. Gradient estimators for units of 0 and 1. All but the last weight the score by J − b. With a baseline that an extra output of the layer learns to predict. What `LayerSpec.estimator` may be, in the order of their kernel codes. The estimator for Gaussian units: the noise is one more input. What `hyperfold estimate` measures. The same, to show.</extracomment>
        <translation>REINFORCE, ohne Grundlinie</translation>
    </message>
    <message>
        <source>Baseline: mean loss</source>
        <translation>Grundlinie: mittlerer Verlust</translation>
    </message>
    <message>
        <source>Baseline: optimal</source>
        <translation>Grundlinie: optimal</translation>
    </message>
    <message>
        <source>Mean loss, normalised</source>
        <translation>Mittlerer Verlust, normiert</translation>
    </message>
    <message>
        <source>Baseline: learned</source>
        <translation>Grundlinie: gelernt</translation>
    </message>
    <message>
        <source>Straight through</source>
        <translation>Straight-through</translation>
    </message>
    <message>
        <source>Reparametrised</source>
        <translation>Reparametrisiert</translation>
    </message>
    <message>
        <source>0 or 1 (Bernoulli)</source>
        <translation>0 oder 1 (Bernoulli)</translation>
    </message>
    <message>
        <source>Gaussian</source>
        <translation>Gauß</translation>
    </message>
    <message>
        <source> or </source>
        <extracomment>Up to this many units, expectations are summed exactly: 4096 patterns. With more units, extra draws per example in a training step. Share of the past in the running variance of J − b (`normalised`).</extracomment>
        <translation> oder </translation>
    </message>
    <message>
        <source>layer: sample must be {names}, got {sample}</source>
        <translation>Schicht: sample muss {names} sein; angegeben: {sample}</translation>
    </message>
    <message>
        <source>layer: sample must be left out or gaussian for this activation: only a sigmoid gives the probability of a 1, got {sample} with {name}</source>
        <translation>Schicht: sample muss bei dieser Aktivierung fehlen oder gaussian sein: Nur ein Sigmoid gibt die Wahrscheinlichkeit einer 1; angegeben: {sample} mit {name}</translation>
    </message>
    <message>
        <source>layer: sample must be left out for {name}, whose rows of W are centres, got {sample}</source>
        <translation>Schicht: sample muss bei {name} fehlen, denn die Zeilen von W sind Zentren; angegeben: {sample}</translation>
    </message>
    <message>
        <source>{names} or {names2}</source>
        <translation>{names} oder {names2}</translation>
    </message>
    <message>
        <source>logits</source>
        <translation>Logits</translation>
    </message>
    <message>
        <source>norm</source>
        <translation>Norm</translation>
    </message>
    <message>
        <source>{me} = {title} of {read}</source>
        <translation>{me} = {title} von {read}</translation>
    </message>
    <message>
        <source>{me} = 1 with probability {title} of {read}, else 0</source>
        <translation>{me} = 1 mit Wahrscheinlichkeit {title} von {read}, sonst 0</translation>
    </message>
    <message>
        <source>{me} = mean + softplus(scale) · η of {read}</source>
        <translation>{me} = Mittel + softplus(Skala) · η von {read}</translation>
    </message>
    <message>
        <source>{me} = {read} times 0 or 1/(1 − p), drawn for every entry</source>
        <translation>{me} = {read} mal 0 oder 1/(1 − p), für jeden Eintrag gezogen</translation>
    </message>
    <message>
        <source>be a number</source>
        <extracomment>Cells that mean a missing value, in any case; where numbers or dates are expected there are more of them, which may be words elsewhere.</extracomment>
        <translation>eine Zahl sein</translation>
    </message>
    <message>
        <source>be a number with a decimal comma</source>
        <translation>eine Zahl mit Dezimalkomma sein</translation>
    </message>
    <message>
        <source>be a date</source>
        <translation>ein Datum sein</translation>
    </message>
    <message>
        <source>{name}: line 2 must contain the first row, got only a header</source>
        <extracomment>Names of a column that may only count the rows.</extracomment>
        <translation>{name}: Zeile 2 muss die erste Datenzeile sein, es gibt nur einen Kopf</translation>
    </message>
    <message>
        <source>pasted text</source>
        <translation>eingefügter Text</translation>
    </message>
    <message>
        <source>{name}: the file must contain rows, got an empty file</source>
        <translation>{name}: Die Datei muss Zeilen enthalten, sie ist leer</translation>
    </message>
    <message>
        <source>{name}: the file must be text, got zero bytes</source>
        <translation>{name}: Die Datei muss Text sein, sie enthält Nullbytes</translation>
    </message>
    <message>
        <source>{name}: the file must contain rows, got none</source>
        <translation>{name}: Die Datei muss Zeilen enthalten, es gibt keine</translation>
    </message>
    <message>
        <source>column {i}</source>
        <translation>Spalte {i}</translation>
    </message>
    <message>
        <source>to predict</source>
        <translation>vorherzusagen</translation>
    </message>
    <message>
        <source>not used</source>
        <translation>unbenutzt</translation>
    </message>
    <message>
        <source>and {count} more</source>
        <translation>und {count} weitere</translation>
    </message>
    <message>
        <source>  classes: {class_names}</source>
        <translation>  Klassen: {class_names}</translation>
    </message>
    <message>
        <source>{rows} rows</source>
        <extracomment>Numbers of a table up to which they are kept in double precision.</extracomment>
        <translation>{rows} Zeilen</translation>
    </message>
    <message>
        <source>{dropped} left out because of gaps</source>
        <translation>{dropped} wegen Lücken weggelassen</translation>
    </message>
    <message>
        <source>{filled} gaps filled</source>
        <translation>{filled} Lücken gefüllt</translation>
    </message>
    <message>
        <source>{name}: line {line} must have {width} columns, got {count}</source>
        <translation>{name}: Zeile {line} muss {width} Spalten haben; es sind {count}</translation>
    </message>
    <message>
        <source>{source}: rows must be at most {most} for {width} columns, got more at line {lines}</source>
        <translation>{source}: Es dürfen bei {width} Spalten höchstens {most} Zeilen sein; mehr ab Zeile {lines}</translation>
    </message>
    <message>
        <source>{source}: line {lines}, column {name} must be within {LARGEST} of the first row in a table this large, got {values} more</source>
        <translation>{source}: Zeile {lines}, Spalte {name} muss in einer so großen Tabelle innerhalb von {LARGEST} der ersten Zeile liegen; Abstand {values}</translation>
    </message>
    <message>
        <source>{source}: must contain a row without gaps, got {dropped} rows, all with gaps</source>
        <translation>{source}: muss eine Zeile ohne Lücken enthalten; alle {dropped} Zeilen haben welche</translation>
    </message>
    <message>
        <source>{source}: all columns must make at most {MAX_INPUTS} inputs, got {count}, of them {count2} from the words of column {name}</source>
        <translation>{source}: Alle Spalten dürfen höchstens {MAX_INPUTS} Eingaben ergeben; es sind {count}, davon {count2} aus den Wörtern der Spalte {name}</translation>
    </message>
    <message>
        <source>{source}: column {name} must name at least 2 classes, got {shown}</source>
        <translation>{source}: Spalte {name} muss mindestens 2 Klassen nennen; es sind {shown}</translation>
    </message>
    <message>
        <source>{source}: line {lines}, column {name} must {error}, got {cell}</source>
        <translation>{source}: Zeile {lines}, Spalte {name} muss {error}; angegeben: {cell}</translation>
    </message>
    <message>
        <source>{source}: column {name} must contain values, got none</source>
        <translation>{source}: Spalte {name} muss Werte enthalten, es gibt keine</translation>
    </message>
    <message>
        <source>{name} is missing</source>
        <translation>{name} fehlt</translation>
    </message>
    <message>
        <source>be a word of at most {MAX_NAME} characters (this one has {count})</source>
        <translation>ein Wort von höchstens {MAX_NAME} Zeichen sein (dieses hat {count})</translation>
    </message>
    <message>
        <source>different words</source>
        <translation>verschiedene Wörter</translation>
    </message>
    <message>
        <source>contain at most {most} {what}</source>
        <translation>höchstens {most} {what} enthalten</translation>
    </message>
    <message>
        <source>from 1 to {MAX_INPUTS}</source>
        <extracomment>Common names of a target column, the most obvious first.</extracomment>
        <translation>von 1 bis {MAX_INPUTS}</translation>
    </message>
    <message>
        <source>{source}: {what} must be {rule} columns, got {count}</source>
        <translation>{source}: {what} müssen {rule} Spalten sein; es sind {count}</translation>
    </message>
    <message>
        <source>{source}: {what} must be columns from 1 to {count}, got {c}</source>
        <translation>{source}: {what} müssen Spalten von 1 bis {count} sein; angegeben: {c}</translation>
    </message>
    <message>
        <source>{source}: a column must have one role, got inputs {inputs} and targets {targets}</source>
        <translation>{source}: Eine Spalte muss eine Rolle haben; Eingaben {inputs} und Ziele {targets}</translation>
    </message>
    <message>
        <source>{source}: missing must be {FILL} or {DROP}, got {missing}</source>
        <translation>{source}: missing muss {FILL} oder {DROP} sein; angegeben: {missing}</translation>
    </message>
    <message>
        <source>schedule: name must be one of {SCHEDULE_NAMES}, got {name}</source>
        <translation>Zeitplan: Name muss einer von {SCHEDULE_NAMES} sein; angegeben: {name}</translation>
    </message>
    <message>
        <source>schedule: every</source>
        <translation>Zeitplan: every</translation>
    </message>
    <message>
        <source>schedule: factor</source>
        <translation>Zeitplan: factor</translation>
    </message>
    <message>
        <source>be in (0, 1]</source>
        <translation>in (0, 1] liegen</translation>
    </message>
    <message>
        <source>schedule: over</source>
        <translation>Zeitplan: over</translation>
    </message>
    <message>
        <source>schedule: final</source>
        <translation>Zeitplan: final</translation>
    </message>
    <message>
        <source>be in [0, 1]</source>
        <translation>in [0, 1] liegen</translation>
    </message>
    <message>
        <source>schedule: warmup</source>
        <translation>Zeitplan: warmup</translation>
    </message>
    <message>
        <source>training: optimiser must be one of {OPTIMISER_NAMES}, got {optimiser}</source>
        <translation>Training: Optimierer muss einer von {OPTIMISER_NAMES} sein; angegeben: {optimiser}</translation>
    </message>
    <message>
        <source>training: precision must be float64 or float32, got {precision}</source>
        <translation>Training: precision muss float64 oder float32 sein; angegeben: {precision}</translation>
    </message>
    <message>
        <source>training: {name}</source>
        <translation>Training: {name}</translation>
    </message>
    <message>
        <source>training: epsilon</source>
        <translation>Training: epsilon</translation>
    </message>
    <message>
        <source>training: batch_size</source>
        <translation>Training: batch_size</translation>
    </message>
    <message>
        <source>be a whole number, 0 for the whole split</source>
        <translation>eine ganze Zahl sein, 0 für den ganzen Teil</translation>
    </message>
    <message>
        <source>training: label_smoothing</source>
        <translation>Training: label_smoothing</translation>
    </message>
    <message>
        <source>layer: mask must be rows of equal length, got unequal ones</source>
        <extracomment>Fields of a layer that are about connections. The layers that a layer reads side by side; empty: the one before it. For each unit of an added layer 1, or 0 where it is left out; empty: all are added.</extracomment>
        <translation>Schicht: mask muss aus gleich langen Zeilen bestehen</translation>
    </message>
    <message>
        <source>layer: mask</source>
        <translation>Schicht: mask</translation>
    </message>
    <message>
        <source>contain only 0 and 1</source>
        <translation>nur 0 und 1 enthalten</translation>
    </message>
    <message>
        <source>{what}: adds_mask must come with adds, got no adds</source>
        <translation>{what}: adds_mask gehört zu adds, das fehlt</translation>
    </message>
    <message>
        <source>{what}: adds_mask</source>
        <translation>{what}: adds_mask</translation>
    </message>
    <message>
        <source>{what}: adds_mask must have a number for each of {units} units, got {count}</source>
        <translation>{what}: adds_mask muss für jede von {units} Einheiten eine Zahl haben; es sind {count}</translation>
    </message>
    <message>
        <source>{what}: reads</source>
        <translation>{what}: reads</translation>
    </message>
    <message>
        <source>name layers, 0 or more</source>
        <translation>Schichten nennen, 0 oder mehr</translation>
    </message>
    <message>
        <source>{what}: reads must name each layer once, got {reads}</source>
        <translation>{what}: reads muss jede Schicht einmal nennen; angegeben: {reads}</translation>
    </message>
    <message>
        <source>from 0, the input, to {number}</source>
        <translation>von 0, der Eingabe, bis {number}</translation>
    </message>
    <message>
        <source>{what}: {name} must name earlier layers, {rule}, got {earlier}</source>
        <translation>{what}: {name} muss frühere Schichten nennen, {rule}; angegeben: {earlier}</translation>
    </message>
    <message>
        <source>{what}: mask must have the shape of W, {size}, got {size2}</source>
        <translation>{what}: mask muss die Form von W haben, {size}; angegeben: {size2}</translation>
    </message>
    <message>
        <source>{shape} by {shape2}</source>
        <translation>{shape} mal {shape2}</translation>
    </message>
    <message>
        <source>be from 1 to {depth}</source>
        <translation>von 1 bis {depth} sein</translation>
    </message>
    <message>
        <source>connect {source} → {target}</source>
        <translation>{source} → {target} verbinden</translation>
    </message>
    <message>
        <source>connection: a layer must come after what it reads, got {name} into {name2}</source>
        <translation>Verbindung: Eine Schicht muss nach dem kommen, was sie liest; angegeben: {name} in {name2}</translation>
    </message>
    <message>
        <source>connection: {name} already reads {name2}</source>
        <translation>Verbindung: {name} liest {name2} schon</translation>
    </message>
    <message>
        <source>disconnect {source} → {target}</source>
        <translation>{source} → {target} trennen</translation>
    </message>
    <message>
        <source>read something else too</source>
        <translation>noch etwas anderes lesen</translation>
    </message>
    <message>
        <source>read it</source>
        <translation>es lesen</translation>
    </message>
    <message>
        <source>connection: {name} must {rule} before {name2} can be removed</source>
        <translation>Verbindung: {name} muss {rule}, bevor {name2} entfernt werden kann</translation>
    </message>
    <message>
        <source>add {what} to layer {layer}</source>
        <translation>{what} zu Schicht {layer} addieren</translation>
    </message>
    <message>
        <source>cut a link</source>
        <translation>eine Verbindung kappen</translation>
    </message>
    <message>
        <source>cut {count} links</source>
        <translation>{count} Verbindungen kappen</translation>
    </message>
    <message>
        <source>restore a link</source>
        <translation>eine Verbindung wiederherstellen</translation>
    </message>
    <message>
        <source>restore {count} links</source>
        <translation>{count} Verbindungen wiederherstellen</translation>
    </message>
    <message>
        <source>link of layer {layer}</source>
        <translation>Verbindung von Schicht {layer}</translation>
    </message>
    <message>
        <source>switch off unit {unit} of layer {layer}</source>
        <translation>Einheit {unit} von Schicht {layer} ausschalten</translation>
    </message>
    <message>
        <source>switch on unit {unit} of layer {layer}</source>
        <translation>Einheit {unit} von Schicht {layer} einschalten</translation>
    </message>
    <message>
        <source>unit: layer</source>
        <translation>Einheit: Schicht</translation>
    </message>
    <message>
        <source>be from 1 to {units}</source>
        <translation>von 1 bis {units} sein</translation>
    </message>
    <message>
        <source>All links</source>
        <extracomment>Ready patterns of links by name, with their titles.</extracomment>
        <translation>Alle Verbindungen</translation>
    </message>
    <message>
        <source>Only neighbours</source>
        <translation>Nur Nachbarn</translation>
    </message>
    <message>
        <source>A random half</source>
        <translation>Eine zufällige Hälfte</translation>
    </message>
    <message>
        <source>pattern must be one of {known}, got {pattern}</source>
        <translation>das Muster muss eines von {known} sein; angegeben: {pattern}</translation>
    </message>
    <message>
        <source>{pattern} in layer {layer}</source>
        <translation>{pattern} in Schicht {layer}</translation>
    </message>
    <message>
        <source>prune weights below {threshold}</source>
        <translation>Gewichte unter {threshold} kappen</translation>
    </message>
    <message>
        <source>prune: threshold</source>
        <translation>Kappen: Schwelle</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>Antwort</translation>
    </message>
    <message>
        <source>Nothing is drawn yet</source>
        <translation>Noch ist nichts gezeichnet</translation>
    </message>
    <message>
        <source>right</source>
        <translation>richtig</translation>
    </message>
    <message>
        <source>is {class_name}</source>
        <translation>ist {class_name}</translation>
    </message>
    <message>
        <source>is {value}</source>
        <translation>ist {value}</translation>
    </message>
    <message>
        <source>Only a problem with classes has an answer to flip.</source>
        <translation>Nur bei Klassen gibt es eine Antwort, die kippen kann.</translation>
    </message>
    <message>
        <source>No change up to {most} flips the answer</source>
        <translation>Keine Änderung bis {most} kippt die Antwort</translation>
    </message>
    <message>
        <source>of full ink</source>
        <translation>der vollen Farbe</translation>
    </message>
    <message>
        <source>standard deviations</source>
        <translation>Standardabweichungen</translation>
    </message>
    <message>
        <source>A change of {smallest} {unit} makes it {name}</source>
        <translation>Eine Änderung von {smallest} {unit} macht daraus {name}</translation>
    </message>
    <message>
        <source>change {size}</source>
        <translation>Änderung {size}</translation>
    </message>
    <message>
        <source>size of the change</source>
        <translation>Größe der Änderung</translation>
    </message>
    <message>
        <source>probability of {class_name}</source>
        <translation>Wahrscheinlichkeit von {class_name}</translation>
    </message>
    <message>
        <source>mean of {rows} examples</source>
        <translation>Mittel von {rows} Beispielen</translation>
    </message>
    <message>
        <source>this one</source>
        <translation>dieses</translation>
    </message>
    <message>
        <source>Arrow keys move the pen, Enter puts it down or lifts it, Backspace undoes a stroke, Delete clears the pad</source>
        <translation>Pfeiltasten bewegen den Stift, Enter setzt ihn auf oder hebt ihn ab, die Rücktaste nimmt einen Strich zurück, Entf leert das Feld</translation>
    </message>
    <message>
        <source>Drawing pad</source>
        <translation>Zeichenfeld</translation>
    </message>
    <message>
        <source>Draw here</source>
        <translation>Hier zeichnen</translation>
    </message>
    <message>
        <source>The pen is down</source>
        <translation>Der Stift ist unten</translation>
    </message>
    <message>
        <source>The pen is up</source>
        <translation>Der Stift ist oben</translation>
    </message>
    <message>
        <source>Draw at the examples&apos; size and place</source>
        <translation>In Größe und Lage der Beispiele zeichnen</translation>
    </message>
    <message>
        <source>Value explained, of several</source>
        <translation>Erklärter Wert, von mehreren</translation>
    </message>
    <message>
        <source>Explanations</source>
        <extracomment>Column whose dependence is shown; 0: one in which the examples differ. Size of the sign change; 0: the smallest that flips the answer.</extracomment>
        <translation>Erklärungen</translation>
    </message>
    <message>
        <source>Type a part of its name to find it.</source>
        <translation>Einen Teil des Namens eintippen, um sie zu finden.</translation>
    </message>
    <message>
        <source>Size of the change</source>
        <translation>Größe der Änderung</translation>
    </message>
    <message>
        <source>Every input moves by this much, up or down.</source>
        <translation>Jede Eingabe bewegt sich so weit, nach oben oder unten.</translation>
    </message>
    <message>
        <source>smallest</source>
        <translation>kleinste</translation>
    </message>
    <message>
        <source>Activations of every layer</source>
        <translation>Aktivierungen jeder Schicht</translation>
    </message>
    <message>
        <source>Which inputs mattered</source>
        <translation>Welche Eingaben zählten</translation>
    </message>
    <message>
        <source>Partial dependence</source>
        <translation>Partielle Abhängigkeit</translation>
    </message>
    <message>
        <source>Nearest training examples</source>
        <translation>Nächste Trainingsbeispiele</translation>
    </message>
    <message>
        <source>Smallest change that flips the answer</source>
        <translation>Kleinste Änderung, die die Antwort kippt</translation>
    </message>
    <message>
        <source>an empty pad</source>
        <translation>ein leeres Feld</translation>
    </message>
    <message>
        <source>your drawing</source>
        <translation>eigene Zeichnung</translation>
    </message>
    <message>
        <source>{split} example {example}</source>
        <translation>Beispiel {example} ({split})</translation>
    </message>
    <message>
        <source>{row}, changed</source>
        <translation>{row}, geändert</translation>
    </message>
    <message>
        <source>Setting {number}</source>
        <translation>Einstellung {number}</translation>
    </message>
    <message>
        <source>Choose what is varied.</source>
        <translation>Wählen, was variiert wird.</translation>
    </message>
    <message>
        <source>Remove setting {number}</source>
        <translation>Einstellung {number} entfernen</translation>
    </message>
    <message>
        <source>It keeps the run&apos;s own value.</source>
        <translation>Sie behält den Wert, den der Lauf hat.</translation>
    </message>
    <message>
        <source>Values of setting {number}</source>
        <translation>Werte von Einstellung {number}</translation>
    </message>
    <message>
        <source>Values of setting {number}: more</source>
        <translation>Werte von Einstellung {number}: mehr</translation>
    </message>
    <message>
        <source>Fill in a range, or tick values.</source>
        <translation>Einen Bereich ausfüllen oder Werte ankreuzen.</translation>
    </message>
    <message>
        <source>Starts from</source>
        <translation>Ausgehend von</translation>
    </message>
    <message>
        <source>Use the current run</source>
        <translation>Jetzigen Lauf verwenden</translation>
    </message>
    <message>
        <source>Vary settings of run A as it is now: its problem, network, optimiser and goal.</source>
        <translation>Einstellungen von Lauf A variieren, wie er jetzt ist: sein Problem, Netz, Optimierer und Ziel.</translation>
    </message>
    <message>
        <source>Vary</source>
        <translation>Variieren</translation>
    </message>
    <message>
        <source>Add a setting</source>
        <translation>Einstellung hinzufügen</translation>
    </message>
    <message>
        <source>Up to three settings are varied together.</source>
        <translation>Bis zu drei Einstellungen werden gemeinsam variiert.</translation>
    </message>
    <message>
        <source>Seeds for each</source>
        <translation>Startwerte je Wahl</translation>
    </message>
    <message>
        <source>Steps of each run</source>
        <translation>Schritte je Lauf</translation>
    </message>
    <message>
        <source>My experiment</source>
        <translation>Eigenes Experiment</translation>
    </message>
    <message>
        <source>experiment on the current run</source>
        <translation>Experiment mit dem jetzigen Lauf</translation>
    </message>
    <message>
        <source>vary {title}</source>
        <translation>{title} variieren</translation>
    </message>
    <message>
        <source>remove a setting</source>
        <translation>eine Einstellung entfernen</translation>
    </message>
    <message>
        <source>{runs} runs</source>
        <translation>{runs} Läufe</translation>
    </message>
    <message>
        <source>{combinations} × {seeds} = {runs} runs</source>
        <translation>{combinations} × {seeds} = {runs} Läufe</translation>
    </message>
    <message>
        <source>Ready experiments</source>
        <translation>Fertige Experimente</translation>
    </message>
    <message>
        <source>Run</source>
        <comment>verb</comment>
        <translation>Starten</translation>
    </message>
    <message>
        <source>Train all runs.</source>
        <translation>Alle Läufe trainieren.</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Stopp</translation>
    </message>
    <message>
        <source>Stop training.</source>
        <translation>Das Training beenden.</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
    <message>
        <source>The runs as a table, the chart as a picture, the notebook.</source>
        <translation>Die Läufe als Tabelle, das Diagramm als Bild, das Notizbuch.</translation>
    </message>
    <message>
        <source>Progress of the experiment</source>
        <translation>Fortschritt des Experiments</translation>
    </message>
    <message>
        <source>Runs as CSV …</source>
        <translation>Läufe als CSV …</translation>
    </message>
    <message>
        <source>Chart as PNG …</source>
        <translation>Diagramm als PNG …</translation>
    </message>
    <message>
        <source>Chart as SVG …</source>
        <translation>Diagramm als SVG …</translation>
    </message>
    <message>
        <source>Notebook as HTML …</source>
        <translation>Notizbuch als HTML …</translation>
    </message>
    <message>
        <source>Pause training.</source>
        <translation>Das Training anhalten.</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Resume training.</source>
        <translation>Das Training fortsetzen.</translation>
    </message>
    <message>
        <source>Run again</source>
        <translation>Noch einmal</translation>
    </message>
    <message>
        <source>Train all runs again.</source>
        <translation>Alle Läufe noch einmal trainieren.</translation>
    </message>
    <message>
        <source>Train the runs that are missing.</source>
        <translation>Die fehlenden Läufe trainieren.</translation>
    </message>
    <message>
        <source>Failed: {why}</source>
        <translation>Fehlgeschlagen: {why}</translation>
    </message>
    <message>
        <source>{done} of {total} runs</source>
        <translation>{done} von {total} Läufen</translation>
    </message>
    <message>
        <source>{words}, starting …</source>
        <translation>{words}, wird gestartet …</translation>
    </message>
    <message>
        <source>{words}, paused</source>
        <translation>{words}, angehalten</translation>
    </message>
    <message>
        <source>{words}, {seconds} left</source>
        <translation>{words}, noch {seconds}</translation>
    </message>
    <message>
        <source>{left} min</source>
        <translation>{left} min</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>Search settings</source>
        <translation>Einstellungen suchen</translation>
    </message>
    <message>
        <source>Settings that can be varied</source>
        <translation>Einstellungen, die variiert werden können</translation>
    </message>
    <message>
        <source>Hypothesis</source>
        <translation>Hypothese</translation>
    </message>
    <message>
        <source>What do you expect, and why? Write it down before you run the experiment.</source>
        <translation>Was wird erwartet, und warum? Vor dem Start des Experiments aufschreiben.</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>What came out? Quote the figures.</source>
        <translation>Was kam heraus? Die Zahlen nennen.</translation>
    </message>
    <message>
        <source>Conclusion</source>
        <translation>Fazit</translation>
    </message>
    <message>
        <source>Was the hypothesis right? What would you try next?</source>
        <translation>War die Hypothese richtig? Was wäre als Nächstes zu versuchen?</translation>
    </message>
    <message>
        <source>Insert the answer</source>
        <translation>Antwort einfügen</translation>
    </message>
    <message>
        <source>Add the sentence above the chart to the result.</source>
        <translation>Den Satz über dem Diagramm zum Ergebnis hinzufügen.</translation>
    </message>
    <message>
        <source>Export as HTML …</source>
        <translation>Als HTML exportieren …</translation>
    </message>
    <message>
        <source>Export as HTML</source>
        <translation>Als HTML exportieren</translation>
    </message>
    <message>
        <source>One file with notes, table and chart that any browser opens.</source>
        <translation>Eine Datei mit Notizen, Tabelle und Diagramm, die jeder Browser öffnet.</translation>
    </message>
    <message>
        <source>changed after the first run</source>
        <translation>nach dem ersten Lauf geändert</translation>
    </message>
    <message>
        <source>written before the first run</source>
        <translation>vor dem ersten Lauf geschrieben</translation>
    </message>
    <message>
        <source>Seeds</source>
        <translation>Startwerte</translation>
    </message>
    <message>
        <source>Chart</source>
        <translation>Diagramm</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>Tabelle</translation>
    </message>
    <message>
        <source>Notebook</source>
        <translation>Notizbuch</translation>
    </message>
    <message>
        <source>Design</source>
        <translation>Entwurf</translation>
    </message>
    <message>
        <source>Pages of the Experiments view</source>
        <translation>Seiten der Ansicht Experimente</translation>
    </message>
    <message>
        <source>Measure</source>
        <translation>Maß</translation>
    </message>
    <message>
        <source>Along the axis</source>
        <translation>Entlang der Achse</translation>
    </message>
    <message>
        <source>Colour</source>
        <translation>Farbe</translation>
    </message>
    <message>
        <source>Side by side</source>
        <translation>Nebeneinander</translation>
    </message>
    <message>
        <source>axis</source>
        <translation>Achse</translation>
    </message>
    <message>
        <source>side by side</source>
        <translation>nebeneinander</translation>
    </message>
    <message>
        <source>No run has a value for {title}.</source>
        <translation>Kein Lauf hat einen Wert für {title}.</translation>
    </message>
    <message>
        <source>The first runs are being trained …</source>
        <translation>Die ersten Läufe werden trainiert …</translation>
    </message>
    <message>
        <source>The experiment failed: {why}</source>
        <translation>Das Experiment ist fehlgeschlagen: {why}</translation>
    </message>
    <message>
        <source>Press Run to train.</source>
        <translation>Zum Trainieren Starten drücken.</translation>
    </message>
    <message>
        <source>Export runs</source>
        <translation>Läufe exportieren</translation>
    </message>
    <message>
        <source>Tables</source>
        <translation>Tabellen</translation>
    </message>
    <message>
        <source>Export chart</source>
        <translation>Diagramm exportieren</translation>
    </message>
    <message>
        <source>Export notebook</source>
        <translation>Notizbuch exportieren</translation>
    </message>
    <message>
        <source>Web pages</source>
        <translation>Webseiten</translation>
    </message>
    <message>
        <source>This experiment is too large to be saved with the run. Export it as CSV or HTML.</source>
        <translation>Dieses Experiment ist zu groß, um mit dem Lauf gespeichert zu werden. Es lässt sich als CSV oder HTML exportieren.</translation>
    </message>
    <message>
        <source>The experiment of this file was left out: {error}</source>
        <translation>Das Experiment dieser Datei wurde ausgelassen: {error}</translation>
    </message>
    <message>
        <source>Runs that are trained, of those planned.</source>
        <translation>Trainierte Läufe, von den geplanten.</translation>
    </message>
    <message>
        <source>share and 95 % interval</source>
        <translation>Anteil und 95-%-Intervall</translation>
    </message>
    <message>
        <source>median and quartiles</source>
        <translation>Median und Quartile</translation>
    </message>
    <message>
        <source>{done} of {seeds}</source>
        <translation>{done} von {seeds}</translation>
    </message>
    <message>
        <source>Table of the experiment</source>
        <translation>Tabelle des Experiments</translation>
    </message>
    <message>
        <source>{title} must have at least one value, got none</source>
        <translation>{title} muss mindestens einen Wert haben, es gibt keinen</translation>
    </message>
    <message>
        <source>{title} must be one of {known}, got {text}</source>
        <translation>{title} muss eines von {known} sein; angegeben: {text}</translation>
    </message>
    <message>
        <source>yes or no</source>
        <translation>ja oder nein</translation>
    </message>
    <message>
        <source>a whole number</source>
        <translation>eine ganze Zahl</translation>
    </message>
    <message>
        <source>a number</source>
        <translation>eine Zahl</translation>
    </message>
    <message>
        <source>{title} must be {rule}, got {text}</source>
        <translation>{title} muss {rule} sein; angegeben: {text}</translation>
    </message>
    <message>
        <source>From</source>
        <translation>Von</translation>
    </message>
    <message>
        <source>To</source>
        <translation>Bis</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>Werte</translation>
    </message>
    <message>
        <source>By equal factors</source>
        <translation>In gleichen Faktoren</translation>
    </message>
    <message>
        <source>Fill in</source>
        <translation>Ausfüllen</translation>
    </message>
    <message>
        <source>Type to search</source>
        <translation>Tippen, um zu suchen</translation>
    </message>
    <message>
        <source>Success</source>
        <translation>Erfolg</translation>
    </message>
    <message>
        <source>the goal is met at the last step</source>
        <translation>das Ziel ist beim letzten Schritt erreicht</translation>
    </message>
    <message>
        <source>training loss without penalties</source>
        <translation>Trainingsverlust ohne Strafterme</translation>
    </message>
    <message>
        <source>loss on held-out data</source>
        <translation>Verlust auf zurückgehaltenen Daten</translation>
    </message>
    <message>
        <source>share of training points</source>
        <translation>Anteil der Trainingspunkte</translation>
    </message>
    <message>
        <source>share of test points</source>
        <translation>Anteil der Testpunkte</translation>
    </message>
    <message>
        <source>Steps to goal</source>
        <translation>Schritte bis zum Ziel</translation>
    </message>
    <message>
        <source>first step at which the goal was found to be met</source>
        <translation>erster Schritt, bei dem das Ziel als erreicht festgestellt wurde</translation>
    </message>
    <message>
        <source>linear regions in the problem&apos;s box</source>
        <translation>lineare Regionen im Kasten des Problems</translation>
    </message>
    <message>
        <source>Gradient ratio</source>
        <translation>Gradientenverhältnis</translation>
    </message>
    <message>
        <source>∂loss/∂z of the first layer over that of the last, after training</source>
        <translation>∂Verlust/∂z der ersten Schicht durch das der letzten, nach dem Training</translation>
    </message>
    <message>
        <source>Gradient ratio at the start</source>
        <translation>Gradientenverhältnis am Anfang</translation>
    </message>
    <message>
        <source>∂loss/∂z of the first layer over that of the last, before training</source>
        <translation>∂Verlust/∂z der ersten Schicht durch das der letzten, vor dem Training</translation>
    </message>
    <message>
        <source>Calibration error</source>
        <translation>Kalibrierfehler</translation>
    </message>
    <message>
        <source>mean gap between confidence and accuracy</source>
        <translation>mittlerer Abstand zwischen Konfidenz und Genauigkeit</translation>
    </message>
    <message>
        <source>Diverged</source>
        <translation>Divergiert</translation>
    </message>
    <message>
        <source>values became infinite</source>
        <translation>Werte wurden unendlich</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>Parameter</translation>
    </message>
    <message>
        <source>weights and biases</source>
        <translation>Gewichte und Biaswerte</translation>
    </message>
    <message>
        <source>steps made</source>
        <translation>gemachte Schritte</translation>
    </message>
    <message>
        <source>None was written down.</source>
        <translation>Es wurde keine aufgeschrieben.</translation>
    </message>
    <message>
        <source>&lt;h2&gt;How to repeat it&lt;/h2&gt;</source>
        <translation>&lt;h2&gt;Zum Wiederholen&lt;/h2&gt;</translation>
    </message>
    <message>
        <source>The scene that every run starts from:</source>
        <translation>Die Szene, von der jeder Lauf ausgeht:</translation>
    </message>
    <message>
        <source>Made with {described}.</source>
        <translation>Gemacht mit {described}.</translation>
    </message>
    <message>
        <source>Every run makes {steps} steps from “{title}”.</source>
        <translation>Jeder Lauf macht {steps} Schritte von „{title}“ aus.</translation>
    </message>
    <message>
        <source>seeds {first} to {last}</source>
        <translation>Startwerten {first} bis {last}</translation>
    </message>
    <message>
        <source>seed {first}</source>
        <translation>Startwert {first}</translation>
    </message>
    <message>
        <source>Each combination is trained with the same {seeds}.</source>
        <translation>Jede Kombination wird mit denselben trainiert: {seeds}.</translation>
    </message>
    <message>
        <source>A run succeeds if it ends with {goal}.</source>
        <translation>Ein Lauf gelingt, wenn er so endet: {goal}.</translation>
    </message>
    <message>
        <source>Only {done} of {count} runs have been trained.</source>
        <translation>Nur {done} von {count} Läufen sind trainiert.</translation>
    </message>
    <message>
        <source>It was changed after the first run had begun.</source>
        <translation>Sie wurde nach Beginn des ersten Laufs geändert.</translation>
    </message>
    <message>
        <source>It was written down before the first run began.</source>
        <translation>Sie wurde vor Beginn des ersten Laufs aufgeschrieben.</translation>
    </message>
    <message>
        <source>{text}
… (the data are left out)</source>
        <translation>{text}
… (die Daten sind weggelassen)</translation>
    </message>
    <message>
        <source>units of the layer</source>
        <extracomment>What each field of a scene&apos;s tables is; the last part of its key names it.</extracomment>
        <translation>Einheiten der Schicht</translation>
    </message>
    <message>
        <source>activation function, see below</source>
        <translation>Aktivierungsfunktion, siehe unten</translation>
    </message>
    <message>
        <source>leaky_relu: slope below 0</source>
        <translation>leaky_relu: Steigung unter 0</translation>
    </message>
    <message>
        <source>elu: how far below 0 it goes</source>
        <translation>elu: wie weit es unter 0 geht</translation>
    </message>
    <message>
        <source>maxout: rows of W per unit, of which it takes the largest</source>
        <translation>maxout: Zeilen von W je Einheit, von denen sie die größte nimmt</translation>
    </message>
    <message>
        <source>rbf: width of the bell</source>
        <translation>rbf: Breite der Glocke</translation>
    </message>
    <message>
        <source>sigmoid; a steep one is nearly a step</source>
        <translation>sigmoid; eine steile ist fast eine Stufe</translation>
    </message>
    <message>
        <source>batch normalisation before the activation function</source>
        <translation>Batch-Normalisierung vor der Aktivierungsfunktion</translation>
    </message>
    <message>
        <source>keeps its parameters while the others learn</source>
        <translation>behält ihre Parameter, während die anderen lernen</translation>
    </message>
    <message>
        <source>numbers of earlier layers, read side by side; 0 is the input</source>
        <translation>Nummern früherer Schichten, nebeneinander gelesen; 0 ist die Eingabe</translation>
    </message>
    <message>
        <source>number of an earlier layer of as many units, added to the activations</source>
        <translation>Nummer einer früheren Schicht mit ebenso vielen Einheiten, zu den Aktivierungen addiert</translation>
    </message>
    <message>
        <source>a 0 or 1 for each unit; 0 leaves it out of the sum</source>
        <translation>eine 0 oder 1 je Einheit; 0 lässt sie aus der Summe</translation>
    </message>
    <message>
        <source>rows of 0 and 1 in the shape of W; 0 is a cut link</source>
        <translation>Zeilen aus 0 und 1 in der Form von W; 0 ist eine gekappte Verbindung</translation>
    </message>
    <message>
        <source>bernoulli or gaussian: units are drawn, see chance.md</source>
        <translation>bernoulli oder gaussian: Einheiten werden gezogen, siehe chance.md</translation>
    </message>
    <message>
        <source>step size</source>
        <translation>Schrittweite</translation>
    </message>
    <message>
        <source>rmsprop, adam, adamw; added outside the root</source>
        <translation>rmsprop, adam, adamw; außerhalb der Wurzel addiert</translation>
    </message>
    <message>
        <source>a table, see below</source>
        <translation>eine Tabelle, siehe unten</translation>
    </message>
    <message>
        <source>0: the whole training split</source>
        <translation>0: der ganze Trainingsteil</translation>
    </message>
    <message>
        <source>0: off; else the largest allowed norm of the gradient</source>
        <translation>0: aus; sonst die größte erlaubte Norm des Gradienten</translation>
    </message>
    <message>
        <source>penalty on the sum of absolute weights; biases are not penalised</source>
        <translation>Strafe auf die Summe der Beträge der Gewichte; Biaswerte werden nicht bestraft</translation>
    </message>
    <message>
        <source>penalty on half the sum of squared weights; biases are not penalised</source>
        <translation>Strafe auf die halbe Summe der Gewichtsquadrate; Biaswerte werden nicht bestraft</translation>
    </message>
    <message>
        <source>on the activations of every hidden layer</source>
        <translation>auf die Aktivierungen jeder verborgenen Schicht</translation>
    </message>
    <message>
        <source>standard deviation, added to the network&apos;s inputs</source>
        <translation>Standardabweichung, zu den Eingaben des Netzes addiert</translation>
    </message>
    <message>
        <source>constant; 0.1 keeps ReLU units alive at the start</source>
        <translation>konstant; 0.1 hält ReLU-Einheiten am Anfang am Leben</translation>
    </message>
    <message>
        <source>multiplies the initial weights</source>
        <translation>multipliziert die Anfangsgewichte</translation>
    </message>
    <message>
        <source>step: steps between two multiplications by `factor`</source>
        <translation>step: Schritte zwischen zwei Multiplikationen mit `factor`</translation>
    </message>
    <message>
        <source>step: what the rate is multiplied by</source>
        <translation>step: womit die Rate multipliziert wird</translation>
    </message>
    <message>
        <source>cosine: steps until the rate has fallen to `final`</source>
        <translation>cosine: Schritte, bis die Rate auf `final` gefallen ist</translation>
    </message>
    <message>
        <source>cosine: share of the rate that is left at the end</source>
        <translation>cosine: Anteil der Rate, der am Ende bleibt</translation>
    </message>
    <message>
        <source>steps of a linear rise, before any schedule</source>
        <translation>Schritte eines linearen Anstiegs, vor jedem Zeitplan</translation>
    </message>
    <message>
        <source>random frequencies, two columns each</source>
        <translation>zufällige Frequenzen, je zwei Spalten</translation>
    </message>
    <message>
        <source>their standard deviation</source>
        <translation>ihre Standardabweichung</translation>
    </message>
    <message>
        <source>seed they are drawn with</source>
        <translation>Startwert, mit dem sie gezogen werden</translation>
    </message>
    <message>
        <source>hidden layers; further ones are like the last</source>
        <extracomment>Settings of all hidden layers at once.</extracomment>
        <translation>verborgene Schichten; weitere sind wie die letzte</translation>
    </message>
    <message>
        <source>activation function of all hidden layers</source>
        <translation>Aktivierungsfunktion aller verborgenen Schichten</translation>
    </message>
    <message>
        <source>units of every hidden layer</source>
        <translation>Einheiten jeder verborgenen Schicht</translation>
    </message>
    <message>
        <source>the width whose weights and biases come nearest to this number</source>
        <translation>die Breite, deren Gewichte und Biaswerte dieser Zahl am nächsten kommen</translation>
    </message>
    <message>
        <source>Depth</source>
        <translation>Tiefe</translation>
    </message>
    <message>
        <source>Activation function</source>
        <translation>Aktivierungsfunktion</translation>
    </message>
    <message>
        <source>Initialiser</source>
        <translation>Initialisierung</translation>
    </message>
    <message>
        <source>Batch size</source>
        <translation>Batchgröße</translation>
    </message>
    <message>
        <source>RMSProp α</source>
        <translation>RMSProp α</translation>
    </message>
    <message>
        <source>Adam β₁</source>
        <translation>Adam β₁</translation>
    </message>
    <message>
        <source>Adam β₂</source>
        <translation>Adam β₂</translation>
    </message>
    <message>
        <source>Epsilon</source>
        <translation>Epsilon</translation>
    </message>
    <message>
        <source>L2 penalty</source>
        <translation>L2-Strafe</translation>
    </message>
    <message>
        <source>L1 penalty</source>
        <translation>L1-Strafe</translation>
    </message>
    <message>
        <source>Gradient clipping</source>
        <translation>Gradientenbegrenzung</translation>
    </message>
    <message>
        <source>Schedule: every</source>
        <translation>Zeitplan: alle</translation>
    </message>
    <message>
        <source>Schedule: factor</source>
        <translation>Zeitplan: Faktor</translation>
    </message>
    <message>
        <source>Schedule: over</source>
        <translation>Zeitplan: über</translation>
    </message>
    <message>
        <source>Schedule: final</source>
        <translation>Zeitplan: Ende</translation>
    </message>
    <message>
        <source>Schedule: warm-up</source>
        <translation>Zeitplan: Aufwärmen</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>Rechengenauigkeit</translation>
    </message>
    <message>
        <source>Fourier seed</source>
        <translation>Fourier-Startwert</translation>
    </message>
    <message>
        <source>examples that are drawn</source>
        <translation>Beispiele, die gezogen werden</translation>
    </message>
    <message>
        <source>share held out for testing</source>
        <translation>Anteil für den Test</translation>
    </message>
    <message>
        <source>share held out for calibration</source>
        <translation>Anteil für die Kalibrierung</translation>
    </message>
    <message>
        <source>Data seed</source>
        <translation>Daten-Startwert</translation>
    </message>
    <message>
        <source>seed of the sample</source>
        <translation>Startwert der Stichprobe</translation>
    </message>
    <message>
        <source>Half</source>
        <translation>Hälfte</translation>
    </message>
    <message>
        <source>half of the plane that is learned; the other is the test split</source>
        <translation>Hälfte der Ebene, die gelernt wird; die andere ist der Testteil</translation>
    </message>
    <message>
        <source>both</source>
        <translation>beide</translation>
    </message>
    <message>
        <source>left</source>
        <translation>links</translation>
    </message>
    <message>
        <source>output unit and loss</source>
        <translation>Ausgabeeinheit und Verlust</translation>
    </message>
    <message>
        <source>Problem: {title}</source>
        <translation>Problem: {title}</translation>
    </message>
    <message>
        <source>which problem is learned</source>
        <translation>welches Problem gelernt wird</translation>
    </message>
    <message>
        <source>Layer {index}: {name}</source>
        <translation>Schicht {index}: {name}</translation>
    </message>
    <message>
        <source>nats</source>
        <translation>nats</translation>
    </message>
    <message>
        <source>0 to {top} {unit}</source>
        <translation>0 bis {top} {unit}</translation>
    </message>
    <message>
        <source>0 to {top}</source>
        <translation>0 bis {top}</translation>
    </message>
    <message>
        <source>0 to 50 %</source>
        <translation>0 bis 50 %</translation>
    </message>
    <message>
        <source>0 to {share}</source>
        <translation>0 bis {share}</translation>
    </message>
    <message>
        <source>Up and down choose where members come from.</source>
        <extracomment>Indices of class colours; not the first two, which the pictures use.</extracomment>
        <translation>Auf und ab wählen, woher die Mitglieder kommen.</translation>
    </message>
    <message>
        <source>Members and how far they are apart</source>
        <translation>Mitglieder und wie weit sie auseinander liegen</translation>
    </message>
    <message>
        <source>The networks learn …</source>
        <translation>Die Netze lernen …</translation>
    </message>
    <message>
        <source>mean prediction</source>
        <translation>mittlere Vorhersage</translation>
    </message>
    <message>
        <source>spread, 0 to {most}</source>
        <translation>Streuung, 0 bis {most}</translation>
    </message>
    <message>
        <source>value along x, mean ± 2 standard deviations; members thin</source>
        <translation>Wert entlang x, Mittel ± 2 Standardabweichungen; Mitglieder dünn</translation>
    </message>
    <message>
        <source>probability along x, mean ± 2 standard deviations</source>
        <translation>Wahrscheinlichkeit entlang x, Mittel ± 2 Standardabweichungen</translation>
    </message>
    <message>
        <source>map: members that predict alike lie close together</source>
        <translation>Karte: Wer Ähnliches vorhersagt, liegt nah beisammen</translation>
    </message>
    <message>
        <source>shows {share} % of all squared distances</source>
        <translation>zeigt {share} % aller quadrierten Abstände</translation>
    </message>
    <message>
        <source>two seeds are {times} times as far apart as two snapshots</source>
        <translation>zwei Startwerte liegen {times}-mal so weit auseinander wie zwei Momentaufnahmen</translation>
    </message>
    <message>
        <source>distance {length}</source>
        <translation>Abstand {length}</translation>
    </message>
    <message>
        <source>members</source>
        <translation>Zahl</translation>
    </message>
    <message>
        <source>apart</source>
        <translation>Abstand</translation>
    </message>
    <message>
        <source>from A</source>
        <translation>von A</translation>
    </message>
    <message>
        <source>log-lik.</source>
        <translation>Log-Lik.</translation>
    </message>
    <message>
        <source>distance between every two, 0 to {most}</source>
        <translation>Abstand zwischen je zweien, 0 bis {most}</translation>
    </message>
    <message>
        <source>disagreement</source>
        <translation>Uneinigkeit</translation>
    </message>
    <message>
        <source>total uncertainty</source>
        <translation>gesamte Unsicherheit</translation>
    </message>
    <message>
        <source>from the data</source>
        <translation>aus den Daten</translation>
    </message>
    <message>
        <source>from the model</source>
        <translation>aus dem Modell</translation>
    </message>
    <message>
        <source>Networks</source>
        <translation>Netze</translation>
    </message>
    <message>
        <source>Ensemble</source>
        <translation>Ensemble</translation>
    </message>
    <message>
        <source>Bayes</source>
        <translation>Bayes</translation>
    </message>
    <message>
        <source>Pages of the Grid view</source>
        <translation>Seiten der Ansicht Raster</translation>
    </message>
    <message>
        <source>How many networks to train, with consecutive seeds.</source>
        <translation>Wie viele Netze trainiert werden, mit aufeinanderfolgenden Startwerten.</translation>
    </message>
    <message>
        <source>Picture of each network</source>
        <translation>Bild jedes Netzes</translation>
    </message>
    <message>
        <source>Sort the networks by</source>
        <translation>Netze ordnen nach</translation>
    </message>
    <message>
        <source>Where members come from</source>
        <translation>Woher die Mitglieder kommen</translation>
    </message>
    <message>
        <source>Each network, and run A, pauses when it reaches the goal.</source>
        <translation>Jedes Netz und Lauf A halten an, sobald sie das Ziel erreichen.</translation>
    </message>
    <message>
        <source>sorted by</source>
        <translation>nach</translation>
    </message>
    <message>
        <source>These networks can&apos;t be trained here: {error}</source>
        <translation>Diese Netze lassen sich hier nicht trainieren: {error}</translation>
    </message>
    <message>
        <source>seeds {seeds} to {seeds2}</source>
        <translation>Startwerte {seeds} bis {seeds2}</translation>
    </message>
    <message>
        <source>{seeds}, step {step}</source>
        <translation>{seeds}, Schritt {step}</translation>
    </message>
    <message>
        <source>{words} of {step}</source>
        <translation>{words} von {step}</translation>
    </message>
    <message>
        <source>the grid must have weights to train, got none</source>
        <extracomment>Seconds of training between two checks of the aim. Least seconds between two snapshots.</extracomment>
        <translation>das Raster braucht Gewichte zum Trainieren, es gibt keine</translation>
    </message>
    <message>
        <source>waits until training pauses</source>
        <translation>wartet, bis das Training pausiert</translation>
    </message>
    <message>
        <source>being computed …</source>
        <translation>wird berechnet …</translation>
    </message>
    <message>
        <source>Switch on dropout of {rate}</source>
        <translation>Dropout von {rate} einschalten</translation>
    </message>
    <message>
        <source>Run A continues to learn with units dropped at random.</source>
        <translation>Lauf A lernt weiter, wobei zufällig Einheiten wegfallen.</translation>
    </message>
    <message>
        <source>Weight decay is a prior where the loss is a likelihood. This one is not, so there is no posterior to sample from.</source>
        <translation>Gewichtszerfall ist ein Prior, wo der Verlust eine Likelihood ist. Dieser ist keine, also gibt es keinen Posterior, aus dem man ziehen könnte.</translation>
    </message>
    <message>
        <source>The prior is flat, because there is no weight decay: before any example is seen all weights are equally probable, and training seeks the weights of maximum likelihood. Nothing keeps posterior samples near 0. Set L2 under Regularisation for a Gaussian prior; training then seeks the most probable weights (MAP).</source>
        <translation>Der Prior ist flach, denn es gibt keinen Gewichtszerfall: Vor dem ersten Beispiel sind alle Gewichte gleich wahrscheinlich, und das Training sucht die Gewichte der größten Likelihood. Nichts hält Ziehungen aus dem Posterior nahe 0. L2 unter Regularisierung gibt einen Gaußschen Prior; das Training sucht dann die wahrscheinlichsten Gewichte (MAP).</translation>
    </message>
    <message>
        <source>The prior is the weight decay: λ = {decay} with {n} examples is a Gaussian around 0 with standard deviation {deviation} for every weight (variance σ² / nλ; σ² = {noise} is that of run A&apos;s errors); biases have a flat prior.</source>
        <translation>Der Prior ist der Gewichtszerfall: λ = {decay} bei {n} Beispielen ist eine Normalverteilung um 0 mit Standardabweichung {deviation} für jedes Gewicht (Varianz σ² / nλ; σ² = {noise} ist die der Fehler von Lauf A); Biaswerte haben einen flachen Prior.</translation>
    </message>
    <message>
        <source>The prior is the weight decay: λ = {decay} with {n} examples is a Gaussian around 0 with standard deviation {deviation} for every weight (variance 1 / 2nλ); biases have a flat prior.</source>
        <translation>Der Prior ist der Gewichtszerfall: λ = {decay} bei {n} Beispielen ist eine Normalverteilung um 0 mit Standardabweichung {deviation} für jedes Gewicht (Varianz 1 / 2nλ); Biaswerte haben einen flachen Prior.</translation>
    </message>
    <message>
        <source>Training with weight decay seeks the most probable weights (MAP). Without it the prior is flat, and that is maximum likelihood.</source>
        <translation>Training mit Gewichtszerfall sucht die wahrscheinlichsten Gewichte (MAP). Ohne ihn ist der Prior flach, und das ist Maximum-Likelihood.</translation>
    </message>
    <message>
        <source>Here two seeds are hardly farther apart than two snapshots of run A ({times} times): either training has not settled, or the examples leave little choice.</source>
        <translation>Hier liegen zwei Startwerte kaum weiter auseinander als zwei Momentaufnahmen von Lauf A ({times}-mal): Entweder ist das Training noch nicht zur Ruhe gekommen, oder die Beispiele lassen wenig Wahl.</translation>
    </message>
    <message>
        <source>Two seeds are {times} times as far apart as two snapshots of run A: other seeds find other modes, later snapshots stay in theirs.</source>
        <translation>Zwei Startwerte liegen {times}-mal so weit auseinander wie zwei Momentaufnahmen von Lauf A: Andere Startwerte finden andere Modi, spätere Momentaufnahmen bleiben in ihrem.</translation>
    </message>
    <message>
        <source>predictions</source>
        <translation>Vorhersagen</translation>
    </message>
    <message>
        <source>probabilities; 0: the same, 1: certain and opposite everywhere</source>
        <translation>Wahrscheinlichkeiten; 0: gleich, 1: überall sicher und entgegengesetzt</translation>
    </message>
    <message>
        <source>apart, from A: mean distance between two members, and of a member from run A. Distance is the root mean square difference of their {scale} ({where}). log-lik.: of the mean prediction, on {points}.</source>
        <translation>Abstand, von A: mittlerer Abstand zweier Mitglieder und eines Mitglieds von Lauf A. Der Abstand ist die Wurzel der mittleren quadrierten Differenz ihrer {scale} ({where}). Log-Lik.: der mittleren Vorhersage, auf {points}.</translation>
    </message>
    <message>
        <source>over the plane</source>
        <translation>über die Ebene</translation>
    </message>
    <message>
        <source>on test points</source>
        <translation>auf Testpunkten</translation>
    </message>
    <message>
        <source>on training points</source>
        <translation>auf Trainingspunkten</translation>
    </message>
    <message>
        <source>Units are random here: the likelihood is a sum over their draws</source>
        <translation>Einheiten sind hier zufällig: Die Likelihood ist eine Summe über ihre Ziehungen</translation>
    </message>
    <message>
        <source>Batch normalisation ties examples to each other: they have no likelihood of their own</source>
        <translation>Batch-Normalisierung verknüpft die Beispiele: Sie haben keine eigene Likelihood</translation>
    </message>
    <message>
        <source>{loss} is not a likelihood; choose cross-entropy, squared error or a predicted distribution</source>
        <translation>{loss} ist keine Likelihood; möglich sind Kreuzentropie, quadratischer Fehler oder eine vorhergesagte Verteilung</translation>
    </message>
    <message>
        <source>Other seeds</source>
        <translation>Andere Startwerte</translation>
    </message>
    <message>
        <source>seeds</source>
        <translation>Startwerte</translation>
    </message>
    <message>
        <source>The networks start to learn</source>
        <translation>Die Netze beginnen zu lernen</translation>
    </message>
    <message>
        <source>The same run from other initial weights, with another order of examples: each seed finds a mode of its own, so they differ most where the examples leave a choice.</source>
        <translation>Derselbe Lauf von anderen Anfangsgewichten aus, mit anderer Reihenfolge der Beispiele: Jeder Startwert findet einen eigenen Modus, daher unterscheiden sie sich am meisten, wo die Beispiele eine Wahl lassen.</translation>
    </message>
    <message>
        <source>Snapshots of run A</source>
        <translation>Momentaufnahmen von Lauf A</translation>
    </message>
    <message>
        <source>snapshots</source>
        <translation>Aufnahmen</translation>
    </message>
    <message>
        <source>Run A has no earlier snapshots of this network yet: let it learn</source>
        <translation>Von Lauf A gibt es noch keine früheren Momentaufnahmen dieses Netzes: erst lernen lassen</translation>
    </message>
    <message>
        <source>Run A at {count} steps from {first} to {last}, the second half of its path: later snapshots stay near one mode, however many there are.</source>
        <translation>Lauf A bei {count} Schritten von {first} bis {last}, der zweiten Hälfte seines Wegs: Spätere Momentaufnahmen bleiben nahe einem Modus, wie viele es auch sind.</translation>
    </message>
    <message>
        <source>Bootstrap samples</source>
        <translation>Bootstrap-Stichproben</translation>
    </message>
    <message>
        <source>bootstrap</source>
        <translation>Bootstrap</translation>
    </message>
    <message>
        <source>Run A trained again from its own initial weights, each time on {n} examples drawn from its examples with replacement: what differs is left open by the data alone.</source>
        <translation>Lauf A, neu trainiert von seinen eigenen Anfangsgewichten aus, jedes Mal auf {n} Beispielen, mit Zurücklegen aus seinen gezogen: Was sich unterscheidet, lassen allein die Daten offen.</translation>
    </message>
    <message>
        <source>Dropout at test time</source>
        <translation>Dropout beim Testen</translation>
    </message>
    <message>
        <source>This network has no hidden units to leave out</source>
        <translation>Dieses Netz hat keine verborgenen Einheiten, die wegfallen könnten</translation>
    </message>
    <message>
        <source>Run A learns without dropout, so leaving units out says nothing about it. Switch dropout on and let it learn</source>
        <translation>Lauf A lernt ohne Dropout, daher besagt es nichts, Einheiten wegzulassen. Dropout einschalten und lernen lassen</translation>
    </message>
    <message>
        <source>Layers are added to others here, so a unit acts along two paths</source>
        <translation>Schichten werden hier zu anderen addiert: Eine Einheit wirkt auf zwei Wegen weiter</translation>
    </message>
    <message>
        <source>Radial units measure distances: a unit left out still counts</source>
        <translation>Radiale Einheiten messen Abstände: Eine weggelassene Einheit zählt weiter mit</translation>
    </message>
    <message>
        <source>Run A with {rate} of its hidden units left out at random, a different draw each: networks that share all their weights, a cheap cloud around one mode.</source>
        <translation>Lauf A, jedes Mal mit anderen {rate} seiner verborgenen Einheiten weggelassen: Netze, die alle Gewichte teilen, eine billige Wolke um einen Modus.</translation>
    </message>
    <message>
        <source>Posterior samples (Langevin)</source>
        <translation>Ziehungen aus dem Posterior (Langevin)</translation>
    </message>
    <message>
        <source>posterior</source>
        <translation>Posterior</translation>
    </message>
    <message>
        <source>Stochastic-gradient Langevin dynamics from the weights of run A: steps down the gradient of −log posterior, with noise, so that the chain visits weights as often as they are probable. One sample every {thin} steps, after a burn-in of {burn_in}; where only a weak prior constrains the weights, a chain this short does not reach everywhere.</source>
        <translation>Langevin-Dynamik mit stochastischen Gradienten von den Gewichten von Lauf A aus: Schritte den Gradienten von −log Posterior hinab, mit Rauschen, sodass die Kette Gewichte so oft besucht, wie sie wahrscheinlich sind. Eine Ziehung alle {thin} Schritte, nach {burn_in} Schritten Einschwingen; wo nur ein schwacher Prior die Gewichte einschränkt, kommt eine so kurze Kette nicht überall hin.</translation>
    </message>
    <message>
        <source>0/1: wrong or right</source>
        <translation>0/1: falsch oder richtig</translation>
    </message>
    <message>
        <source>hinge loss</source>
        <translation>Hinge-Verlust</translation>
    </message>
    <message>
        <source>cross-entropy</source>
        <translation>Kreuzentropie</translation>
    </message>
    <message>
        <source>squared error of a sigmoid</source>
        <translation>quadratischer Fehler einer Sigmoidfunktion</translation>
    </message>
    <message>
        <source>weights of the scene</source>
        <extracomment>What can be done to a run: a hyper-parameter by name, or one of the others. Every word that `do` may be.</extracomment>
        <translation>Gewichte der Szene</translation>
    </message>
    <message>
        <source>The curvature here is too large to be measured</source>
        <translation>Die Krümmung ist hier zu groß, um sie zu messen</translation>
    </message>
    <message>
        <source>{n} more</source>
        <translation>{n} weitere</translation>
    </message>
    <message>
        <source>own data: the table must be opened again, because its split was interrupted</source>
        <translation>eigene Daten: Die Tabelle muss neu geöffnet werden, weil ihre Aufteilung unterbrochen wurde</translation>
    </message>
    <message>
        <source>test RMS error {error}</source>
        <translation>RMS-Fehler im Test {error}</translation>
    </message>
    <message>
        <source>RMS error {error}</source>
        <translation>RMS-Fehler {error}</translation>
    </message>
    <message>
        <source>true {label}</source>
        <translation>wahr: {label}</translation>
    </message>
    <message>
        <source>predicted {label}</source>
        <translation>vorhergesagt: {label}</translation>
    </message>
    <message>
        <source>left half</source>
        <translation>linke Hälfte</translation>
    </message>
    <message>
        <source>right half</source>
        <translation>rechte Hälfte</translation>
    </message>
    <message>
        <source>this value</source>
        <translation>dieser Wert</translation>
    </message>
    <message>
        <source>Least squares and ridge regression side by side</source>
        <translation>Kleinste Quadrate und Ridge-Regression nebeneinander</translation>
    </message>
    <message>
        <source>Weight {name}: {plain}, with ridge {ridge}.</source>
        <translation>Gewicht {name}: {plain}, mit Ridge {ridge}.</translation>
    </message>
    <message>
        <source>one logarithmic scale for all</source>
        <translation>eine logarithmische Skala für alle</translation>
    </message>
</context>
</TS>
