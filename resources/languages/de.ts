<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
<context>
    <name></name>
    <message>
        <source>Above and below a sine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The boundary to find is the graph of a sine: ReLU units build it out of straight pieces.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Softmax without its spare logit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The logit of class 0 is fixed at 0: two logits for three classes, the same probabilities.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Blobs without a hidden layer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Six round clouds: softmax regression alone cuts the plane into six wedges.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A linear bottleneck</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>66 inputs, 2 identity units, 3 outputs: rank 2 at most, 143 numbers instead of 201, and an error of 0.007.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hills and hollows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Two hills and two hollows out of radial units, each of which answers near its centre only.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Checkerboard</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sixteen squares of two classes: many folds, and a loss that falls in stairs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Click-through rates</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A beta distribution for proportions: the bands never leave 0 to 1, however wide they are.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Two values along a line</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Each value scatters alike everywhere; only how they go together changes along x.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Two values that go together</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A full covariance at every point: the ellipses turn with the scatter.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Counts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A Poisson distribution gives every whole number a chance; its spread grows with its mean.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dead units and their rescue</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A large step in the biases kills most ReLU units at step 500; leaky ReLU revives them at 1200.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ten ReLU layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The same depth with ReLU units: the gradient reaches the first layer, and the moons part.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ten sigmoid layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Each sigmoid layer passes on a quarter of the gradient at most: the first layers never learn.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Twenty tanh layers with shortcuts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Each layer adds what it reads: the gradient takes the sums back and reaches the first layer whole.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Twenty tanh layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Small weights let each layer pass on a fraction of the gradient: the first layers hear nothing.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Noise as one more input</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Gaussian units learn mean and spread by the reparametrisation trick: noise is one more input.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Learning through dice</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Five units of 0 and 1 part two moons: REINFORCE, with the mean loss as its baseline, has to learn by trial.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Handwritten digits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1,797 digits of 8×8 pixels: a hundred hidden units move the ten classes apart.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A checkerboard folded into one XOR</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mirrors set by hand fold sixteen squares onto each other: what is learned once appears in every fold.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Folding like paper</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Absolute-value units mirror the plane: folds bring opposite quadrants onto each other.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hinges on a line</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A bent line with five hinges: every ReLU unit may put one hinge somewhere.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Three answers to one question</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>An inverse problem with several right answers: a mixture density follows every branch.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A linear model&apos;s bowl</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Squared error of a linear model is convex: one bowl, one bottom, whatever the start.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A sharp minimum from whole batches</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All examples in every step: training rests where it first comes down. B takes ten at once.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The plain of ten sigmoid layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Seen from the first layer&apos;s weights nothing changes anywhere: there is no slope to follow.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A ravine, and five ways through it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Inputs of unequal scale make a narrow valley: plain steps bounce between its walls, momentum runs along it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A flat minimum from small batches</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ten examples a step: the noise leaves sharp minima and rests in a wide one. B takes all at once.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>XOR over two of its weights</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The smallest network for XOR: two valleys that meet, and plains without a slope.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Moons</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Two half moons that hook into each other, parted by twelve ReLU units.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Outliers and a Laplace distribution</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It learns the median: an outlier counts by its side, not by its distance.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Outliers and squared error</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The same points under squared error: the curve is the mean, and outliers pull it up.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Outliers and Student&apos;s t</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Heavy tails: the t distribution follows the curve and leaves the outliers where they are.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Parity of four bits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Odd or even number of ones among four bits: every input matters, neighbours always differ.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A plane</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Linear regression by gradient descent: no hidden layer is needed for a tilted plane.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>XOR over the plane</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The four quadrants of XOR with a few ReLU units, whose folds end up near the axes.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rainfall</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A gamma distribution: skewed where its shape is small, nearly even where it is large.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Random features</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hidden units stay as drawn, only the output learns: 64 suffice for 20 of 20 seeds, 8 for none.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rankings of four items</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A score for each item gives every order a probability; the plane falls into regions of the likeliest.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Regions of two layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The same twenty units as ten and ten: the second layer&apos;s folds bend at those of the first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A checkerboard by one layer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Twenty trained units in one layer on the checkerboard that ten and ten folding units solve.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Regions of a hand-built folding network</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ten and ten units set by hand to fold the plane: 1400 regions, and a checkerboard read off them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Regions of one layer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Twenty ReLU units side by side cut the plane by twenty lines: 211 pieces at the very most.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Structure against smoothness</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Colours add up along x and y: waves fill a large hole, neighbours and an RBF kernel cannot.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Learning a picture</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Colours learned from points, with a square left out: what does the network put there?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rings through two units</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Two tanh units a layer bend the plane but never tear it: a tunnel to the disc stays open.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rings with shortcuts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The same layers, each added to what it reads: h + f(h) may fold the plane, and the disc comes free.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A disc inside a ring: a few tanh units lift the middle out, so that a plane can cut it off.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A saddle</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A smooth surface with a saddle, approximated by eight tanh units.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Confidently wrong, cross-entropy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>From a badly wrong start cross-entropy pushes hardest where the answer is worst, and recovers.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Confidently wrong, squared error</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The same badly wrong start under squared error: a saturated softmax gives no push at all.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Learning the deviation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The same by its standard deviation: the push is the error over its square, and the loss jumps.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Learning the precision</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No noise, so the likelihood wants no spread at all: by its precision it falls steadily.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Learning the variance</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The same by its variance: the smaller it is, the harder one error pushes, and the loss jumps.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A sine with uneven noise</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Predicting mean and spread together: the band widens where the points scatter more.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One spread for all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The spread reads no unit below: it is a bias alone, too wide on the left and too narrow on the right.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Five spirals, deep</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Five arms and five layers: each layer straightens the arms a little more.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Three spirals</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Two hidden layers unwind three spiral arms until straight lines separate them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Two curves</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Two interleaved curves: a layer of three tanh units bends the plane until a line fits between.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waiting times</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>An exponential distribution learns one rate; mean and median part, and short waits stay the likeliest.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A walk: two layers and a penalty</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Two ReLU units and one example: every number of back-propagation fits on a page.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A walk: three layers and softmax</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Three classes, two tanh layers: sums over paths, and gradients that shrink on the way back.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A walk: the book&apos;s XOR network</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The book&apos;s weights for XOR, the last one at −1.5 instead of −2: who has to change?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Wind along a line</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>An angle crosses the cut at ±π without a jump in the network: it learns κ cos μ and κ sin μ.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Wind around an eye</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Directions by a von Mises distribution: short arrows where the wind comes from anywhere.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>XOR with the book&apos;s network</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Two ReLU units and squared error: the smallest network that can, and often does not.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>XOR without a hidden layer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The best line answers one half everywhere: w = 0, b = ½ and a squared error of ¼.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>XOR learned</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Four points that no line can part: two layers move them until one can.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>First steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Folding the plane</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Regions, depth and width</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Gradients and saturation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Values, pictures and distributions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The distribution that fits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Random units</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Many inputs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The landscape of the loss</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Number by number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>From a line to a hidden layer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>XOR, the hidden layer that solves it, and why layers need a nonlinearity.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Folding, regions, depth and width</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What layers do to the plane, and what depth adds.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Losses, gradients and saturation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Which loss goes with which output, and how the gradient travels back.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One run is an anecdote</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How often learning succeeds, and how sure one can be of that.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Predictions and how far to trust them</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Structure in the data, distributions as outputs, and calibrated probabilities.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ways to a gradient</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Why back-propagation is fast, and what to do where nothing can be differentiated.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Convex or not, saddles, plains, and why a learning rate is too large.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
</TS>
